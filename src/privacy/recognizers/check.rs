//! Check digits: the public rules by which issuers of numbers catch typing errors.
//!
//! A number whose check digit fits is hardly ever anything else: one in ten or eleven of all numbers does by chance, one in
//! 97 or 100 under the two-digit rules. Every function takes the digits as numbers from 0 to 9, check digit last, and
//! answers `false` for a length that the rule does not know.

use jiff::civil::Date;

/// Returns the decimal digits of `text`, other characters left out.
pub fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

/// Returns the sum of `digits` times `weights`, as far as both go.
pub fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

/// Returns whether all digits are the same, which passes many rules and is never issued.
pub fn is_one_digit(digits: &[u32]) -> bool {
    digits.windows(2).all(|pair| pair.first() == pair.last())
}

/// The Luhn rule: ISO/IEC 7812-1, annex B. Payment cards, NPI, Canadian SIN, Swedish personnummer.
pub fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| if place % 2 == 1 { (digit * 2) / 10 + (digit * 2) % 10 } else { *digit })
        .sum();
    digits.len() > 1 && sum.is_multiple_of(10) && !is_one_digit(digits)
}

/// A National Provider Identifier: the Luhn rule over `80840` and its ten digits (CMS, NPI check digit, 45 CFR 162.406).
pub fn npi(digits: &[u32]) -> bool {
    let prefixed: Vec<u32> = [8, 0, 8, 4, 0].iter().chain(digits).copied().collect();
    digits.len() == 10 && matches!(digits.first(), Some(1 | 2)) && luhn(&prefixed)
}

/// The digits of a DEA registration: the first, third and fifth plus twice the second, fourth and sixth end in the seventh.
pub fn dea(digits: &[u32]) -> bool {
    digits.len() == 7 && digits.get(6) == Some(&(weighted(digits, &[1, 2, 1, 2, 1, 2]) % 10)) && !is_one_digit(digits)
}

/// ISO 7064, MOD 97-10, as IBAN (ISO 13616-1) uses it: the first four characters go last, letters count from 10.
pub fn iban(text: &str) -> bool {
    let compact: Vec<char> = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let turned = compact.iter().skip(4).chain(compact.iter().take(4));
    let rest = turned
        .filter_map(|c| c.to_digit(36))
        .fold(0u32, |rest, value| if value < 10 { (rest * 10 + value) % 97 } else { (rest * 100 + value) % 97 });
    (15..=34).contains(&compact.len()) && rest == 1
}

/// The rule of J. Verhoeff, "Error Detecting Decimal Codes" (1969): Aadhaar.
pub fn verhoeff(digits: &[u32]) -> bool {
    // The dihedral group of order ten, and the permutation that is applied once more at each place.
    let multiply = |a: u32, b: u32| match (a < 5, b < 5) {
        (true, true) => (a + b) % 5,
        (true, false) => 5 + (a + b - 5) % 5,
        (false, true) => 5 + (a - 5 + 5 - b) % 5,
        (false, false) => (a + 5 - b) % 5,
    };
    const ONCE: [u32; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    let permute = |digit: u32, times: usize| {
        (0..times % 8).fold(digit, |digit, _| ONCE.get(digit as usize).copied().unwrap_or_default())
    };
    digits.len() > 1
        && digits.iter().rev().enumerate().fold(0, |sum, (place, digit)| multiply(sum, permute(*digit, place))) == 0
}

/// Ten digits, the last of them eleven less the weighted sum (10 to 2) modulo eleven: NHS number (NHS Data Dictionary), and
/// Scotland's CHI.
pub fn nhs(digits: &[u32]) -> bool {
    let check = (11 - weighted(digits, &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11;
    digits.len() == 10 && digits.get(9) == Some(&check) && !is_one_digit(digits)
}

/// New Zealand's NHI, three letters and four digits (HISO 10046): letters count without I and O.
pub fn nhi(text: &str) -> bool {
    let value = |c: char| match c.to_ascii_uppercase() {
        'I' | 'O' => None,
        c @ 'A'..='Z' => "ABCDEFGHJKLMNPQRSTUVWXYZ".chars().position(|letter| letter == c).map(|at| at as u32 + 1),
        c => c.to_digit(10),
    };
    let values: Vec<u32> = text.chars().filter_map(value).collect();
    let rest = weighted(&values, &[7, 6, 5, 4, 3, 2]) % 11;
    values.len() == 7 && rest != 0 && values.get(6) == Some(&((11 - rest) % 10))
}

/// A GTIN: weights 3 and 1 from the right (GS1 General Specifications, 7.9). Also the Swiss AHV number, an EAN-13.
pub fn gtin(digits: &[u32]) -> bool {
    let sum: u32 =
        digits.iter().rev().enumerate().map(|(place, digit)| if place % 2 == 1 { digit * 3 } else { *digit }).sum();
    matches!(digits.len(), 8 | 12 | 13 | 14) && sum.is_multiple_of(10) && !is_one_digit(digits)
}

/// A vehicle identification number: 49 CFR 565.15(c).
pub fn vin(text: &str) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    let value = |c: char| match c.to_ascii_uppercase() {
        'I' | 'O' | 'Q' => None,
        c @ 'A'..='H' => Some(c as u32 - 'A' as u32 + 1),
        c @ 'J'..='R' => Some(c as u32 - 'J' as u32 + 1),
        c @ 'S'..='Z' => Some(c as u32 - 'S' as u32 + 2),
        c => c.to_digit(10),
    };
    let values: Vec<u32> = text.chars().filter_map(value).collect();
    let check = match text.chars().nth(8) {
        Some('X' | 'x') => 10,
        Some(c) => c.to_digit(10).unwrap_or(99),
        None => 99,
    };
    values.len() == 17 && text.chars().count() == 17 && weighted(&values, &WEIGHTS) % 11 == check
}

/// Returns whether `day` of `month` exists in a year that ends in `year`.
pub fn is_day(year: u32, month: u32, day: u32) -> bool {
    let part = |number: u32| i8::try_from(number).unwrap_or(-1);
    let exists = |year: i16| Date::new(year, part(month), part(day)).is_ok();
    match i16::try_from(year) {
        Ok(year) if year < 100 => exists(1900 + year) || exists(2000 + year),
        Ok(year) => exists(year),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_examples_pass_and_a_changed_digit_does_not() {
        // The worked examples of the rules' own documents, and of the numbers' issuers.
        assert!(luhn(&digits("4111 1111 1111 1111")) && !luhn(&digits("4111 1111 1111 1112")));
        assert!(npi(&digits("1234567893")) && !npi(&digits("1234567890")));
        assert!(dea(&digits("1234563")) && !dea(&digits("1234567")));
        assert!(iban("GB82 WEST 1234 5698 7654 32") && !iban("GB82 WEST 1234 5698 7654 33"));
        assert!(verhoeff(&digits("2363")) && !verhoeff(&digits("2364")));
        assert!(nhs(&digits("943 476 5919")) && !nhs(&digits("943 476 5918")));
        assert!(nhi("ZAC5361") && !nhi("ZAC5362"));
        assert!(gtin(&digits("4006381333931")) && !gtin(&digits("4006381333932")));
        assert!(vin("1M8GDM9AXKP042788") && !vin("1M8GDM9A1KP042788"));
    }

    #[test]
    fn lengths_that_a_rule_does_not_know_fail() {
        for rule in [luhn, npi, dea, verhoeff, nhs, gtin] {
            assert!(!rule(&[]) && !rule(&[0]));
        }
        assert!(!iban("") && !vin("") && !nhi(""));
    }

    #[test]
    fn days_exist_or_do_not() {
        assert!(is_day(2024, 2, 29) && is_day(0, 2, 29) && !is_day(2023, 2, 29) && !is_day(2023, 13, 1));
        assert!(!is_day(2023, 0, 1) && !is_day(99_999, 1, 1) && !is_day(2023, 300, 1));
    }

    #[test]
    fn swapped_neighbours_are_caught_by_verhoeff() {
        let right = digits("234567890124");
        for at in 0..right.len() - 1 {
            let mut swapped = right.clone();
            swapped.swap(at, at + 1);
            assert!(swapped == right || verhoeff(&right) != verhoeff(&swapped) || !verhoeff(&right), "{at}");
        }
    }

    #[test]
    fn a_rule_takes_what_fits_and_no_number_with_another_digit() {
        type Row = (fn(&[u32]) -> bool, &'static [&'static str]);
        // Numbers that another implementation of the rule takes, with no digit that would hide its weight.
        let rows: [Row; 6] = [
            (luhn, &["1863235149546836", "6139117243418376", "18", "00000000018"]),
            (npi, &["2727492979", "1196358414", "1189779964"]),
            (dea, &["1528162", "8261454"]),
            (verhoeff, &["711772164182", "841287856436", "964473466758", "91"]),
            (nhs, &["7425519526", "3947781482", "6534172380"]),
            (gtin, &["21664724", "35911555", "549441714423", "7782452517154", "1883138415811", "48257824571616"]),
        ];
        for (place, (rule, numbers)) in rows.into_iter().enumerate() {
            for number in numbers {
                let right = digits(number);
                assert!(rule(&right), "rule {place}: {number}");
                for (at, other) in (0..right.len()).flat_map(|at| (0..10).map(move |other| (at, other))) {
                    let mut changed = right.clone();
                    changed[at] = other;
                    // Fives in the wrong places of a DEA number's weights of two count as other digits do.
                    let is_hidden = right[at] % 5 == other % 5 && at % 2 == 1 && place == 2;
                    assert!(changed == right || is_hidden || !rule(&changed), "rule {place}: {changed:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_of_another_length_or_of_one_digit_alone_do_not_fit() {
        type Row = (fn(&[u32]) -> bool, &'static [&'static str]);
        let rows: [Row; 6] = [
            (luhn, &["0", "0000000000"]),
            // An identifier begins with 1 or 2.
            (npi, &["145648236", "19861375899", "3655599769"]),
            (dea, &["87837891", "5555555"]),
            (verhoeff, &["0"]),
            (nhs, &["29951322853", "1111111111", "742551952"]),
            (gtin, &["2351858", "269981591", "9298426226", "69929874772", "124252422665735", "2222222222222"]),
        ];
        for (place, (rule, numbers)) in rows.into_iter().enumerate() {
            for number in numbers {
                assert!(!rule(&digits(number)), "rule {place}: {number}");
            }
        }
        assert!(is_one_digit(&[]) && is_one_digit(&[7]) && is_one_digit(&[7, 7, 7]) && !is_one_digit(&[7, 7, 8]));
        assert_eq!(digits("A12 3-45"), [1, 2, 3, 4, 5]);
        assert_eq!(weighted(&[1, 2, 3], &[4, 5]), 14);
    }

    #[test]
    fn numbers_with_letters_fit_by_every_one_of_their_signs() {
        type Row = (fn(&str) -> bool, &'static [&'static str], &'static [&'static str]);
        let rows: [Row; 3] = [
            (
                iban,
                &[
                    "DE71 3324 8835 7896 8233 75",
                    "NO9386011117947",
                    "NO1472441218427",
                    "MT84MALT011000012345MTLCAST001S",
                    "MT52XYZ919922745Z",
                    "NO98987264389456196146145322248535",
                ],
                &["NO985138263555", "MT393288224492564584639189359442725"],
            ),
            (
                nhi,
                &["GGR1311", "HCG9548", "YWK7572", "JGJ9516", "DSJ5780", "DBN4531"],
                // What has no rest is not issued; eight signs; letters that are left out.
                &["VCZ5671", "PXT23981", "GGR131", "GIR1311", "GOR1311"],
            ),
            (
                vin,
                &["B8B1US7N2D16JWF28", "TCH4A5WM5KCTNCDVF", "3HN4BD1P6SBPMKMUA", "RT137XZUX7MNANG5G"],
                &[
                    "1G8GWLP44XNWVKSB9Z",
                    "N1FUNJD11EF8SR2K",
                    "1M8GDM9AXKP04278I",
                    "1M8GDM9AXKPO42788",
                    "1M8GDM9AXKPQ42788",
                ],
            ),
        ];
        for (place, (rule, fitting, others)) in rows.into_iter().enumerate() {
            for number in fitting {
                assert!(rule(number) && rule(&number.to_ascii_lowercase()), "rule {place}: {number}");
                for (at, sign) in number.char_indices().filter(|(_, sign)| sign.is_ascii_digit()) {
                    for other in ('0'..='9').filter(|other| *other != sign) {
                        let changed = format!("{}{other}{}", &number[..at], &number[at + 1..]);
                        assert!(!rule(&changed), "rule {place}: {changed} for {number}");
                    }
                }
            }
            for number in others {
                assert!(!rule(number), "rule {place}: {number}");
            }
        }
    }

    #[test]
    fn a_day_is_of_one_of_two_centuries() {
        for (year, month, day) in [(4, 2, 29), (0, 2, 29), (99, 12, 31), (1984, 2, 29), (2023, 6, 30)] {
            assert!(is_day(year, month, day), "{year}-{month}-{day}");
        }
        for (year, month, day) in
            [(3, 2, 29), (99, 2, 29), (100, 2, 29), (1900, 2, 29), (84, 6, 31), (84, 13, 1), (84, 1, 0), (9999, 300, 1)]
        {
            assert!(!is_day(year, month, day), "{year}-{month}-{day}");
        }
    }
}
