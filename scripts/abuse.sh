# The tests of abuse: those that the claims of SECURITY.md name, as links `[name](file)`. On the page a name may be that of a group.

# Prints file and name of each, with a tab between them.
abuse_tests() {
  sed -n '/^## What holds/,/^## Not yet tested/p' SECURITY.md |
    grep -oE '\[[^][]+\]\((src|tests|www)/[^)]+\.(rs|mjs)\)' | sed -E 's/^\[`?([^]`]+)`?\]\((.*)\)$/\2\t\1/' | sort -u
}

# Every test that SECURITY.md names is there.
task_abuse_names() {
  local file name missing=0 found=0
  while IFS=$'\t' read -r file name; do
    found=$((found + 1))
    case $file in
      *.rs) grep -qE "^ *fn $name\(" "$file" ;;
      *) grep -qF "\"$name\"" "$file" ;;
    esac || {
      echo "SECURITY.md names a test that $file does not have: $name"
      missing=$((missing + 1))
    }
  done < <(abuse_tests)
  echo "$found tests and groups of tests are named, $missing of them are not there"
  ((found > 0 && missing == 0))
}

# Prints how the test harness calls a test of the library, of the program or of tests/native.
native_name() { # FILE NAME
  local path=${1%.rs}
  case $path in
    tests/native/*) path=${path#tests/native/} ;;
    src/bin/chaperone/*) path=${path#src/bin/chaperone/}/tests ;;
    */tests) path=${path#src/} ;;
    *) path=${path#src/}/tests ;;
  esac
  echo "${path//\//::}::$2"
}

# Each line of standard input must be a line of FILE: a test that has run and passed.
all_passed() { # FILE
  local name missing=0
  while IFS= read -r name; do
    grep -qxF -- "$name" "$1" || {
      echo "did not pass: $name"
      missing=1
    }
  done
  return "$missing"
}

task_abuse_native() {
  local file name names=() log
  while IFS=$'\t' read -r file name; do
    [[ $file == *.rs ]] || continue
    names+=("$(native_name "$file" "$name")")
  done < <(abuse_tests)
  log=$(mktemp)
  {
    tests_of_library -- --exact "${names[@]}"
    tests_of_program -- --exact "${names[@]}"
    tests_native --exact "${names[@]}"
  } | tee "$log"
  printf 'test %s ... ok\n' "${names[@]}" | all_passed "$log"
}

task_abuse_page() {
  local file name files=() names=() patterns=() log
  while IFS=$'\t' read -r file name; do
    [[ $file == *.mjs ]] || continue
    files+=("${file#www/}") names+=("$name")
    patterns+=("--test-name-pattern=^$(sed 's/[][\.*^$+?(){}|/]/\\&/g' <<<"$name")\$")
  done < <(abuse_tests)
  log=$(mktemp)
  mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -u)
  (cd www && node --test --test-reporter=tap --test-concurrency=3 "${patterns[@]}" "${files[@]}") | tee "$log"
  sed -nE '/# SKIP/d; s/^ *ok [0-9]+ - //p' "$log" >"$log.names"
  printf '%s\n' "${names[@]}" | all_passed "$log.names"
}
