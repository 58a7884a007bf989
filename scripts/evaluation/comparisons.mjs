// Every comparison of the report: what it shows, where the figure stands in the documents, and where in what a benchmark wrote with --json.
//
// A comparison has `series` (a name and whose figures they are) and rows: a label and a cell for each series, that is a number, a number with
// its interval, or nothing. What it does not show (`limits`) is said in words, or by a function of the rows and the documents. `recorded` makes the rows from the documents, `measured`, where there is one, from the figures of a run.
import { number, numbers } from './book.mjs'
import { CRITIC, HIT_RATES, LIKENESS, QUOTING, STAGES, THOUGHT } from './published.mjs'

const ours = (name) => ({ name, whose: 'ours' })
const peer = (name) => ({ name, whose: 'peer' })
const published = (name = 'published') => ({ name, whose: 'published' })
const aim = (name) => ({ name, whose: 'aim' })
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1]
const share = ({ value, from, to }) => ({ value: 100 * value, low: 100 * from, high: 100 * to })

const SETS = [['SciFact', 'scifact'], ['BioASQ', 'bioasq_snippets'], ['MedQuAD', 'medquad_q2a']]
const BGE = 'bge-small-en-v1.5-int8'
const WAYS_OF_RANKING = [['words (BM25)', 'keyword'], ['vectors', 'dense'], ['the pipeline (stages:0)', 'stages:0']]
const ranked = (figures, set, strategy) => {
  const rows = figures.sets[`${set}, ${BGE}`]
  return rows?.find((row) => row.strategy === strategy) ?? rows?.find((row) => strategy.startsWith('stages') && WHOLE.test(row.strategy))
}
/** The pipeline with all its parts, whatever number of pairs its cross-encoder reads. */
const WHOLE = /^stages(:\d+)?$/
const RECORDS = 'What was seen'
const KINDS = [['patient and day', 'dated'], ['patient, no day', 'undated'], ['everyday words, no day', 'everyday']]

const likeness = (id, title, extra) => ({
  id,
  title,
  task: 'Synthesis',
  unit: 'share',
  digits: 3,
  bench: 'synthesis',
  ...extra,
})
const MEASURES = ['BLEU', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'SemScore', 'BERTScore F1']
const scores = (section, row) => {
  const [[bleu], rouge, [sem], bert] = ['BLEU', 'ROUGE-1/2/L', 'SemScore', 'BERTScore P/R/F1'].map((column) => numbers(section.cell([row], column)))
  return [bleu, ...rouge, sem, bert.at(-1)]
}
const scored = ({ bleu, rouge1, rouge2, rougeL, semScore, bertF1 }) => [bleu, rouge1, rouge2, rougeL, semScore, bertF1]
const across = (labels, ...columns) => labels.map((label, at) => [label, ...columns.map((column) => column[at])])
const KEPT = 'What a synthesis keeps'
const ANSWERS = "What is shown of a real model's answers"
const REAL = 'The thought process, with a real model'
const SIMULATED = 'The thought process, over simulated readers'
/** Rounds of replies that were judged, as the table of all of them names them. */
const ROUNDS = ['the first 22 people', '15 others', '5 others, rules mended', '10 others', '13 others', '26 others, sentences verified']

export const COMPARISONS = [
  {
    id: 'hit-rates',
    title: 'Questions about records: is the document found?',
    task: 'Retrieval',
    unit: '%',
    bench: 'retrieval',
    command: 'chaperone eval records --bundles DIR --filters off --strategy keyword stages:0',
    data: '101 Synthea patients (r4_2019_rich101): 4,114 documents; 5 times 100 questions; exactly 3, 4 and 5 documents are given',
    series: [ours('at 3 documents'), ours('at 4'), ours('at 5')],
    recorded({ retrieval }) {
      const section = retrieval.section(RECORDS)
      return KINDS.flatMap(([kind]) => {
        const [a, b, c, d, e, f] = numbers(section.cell([kind, 'off'], 'stages'))
        return [[`${kind}: that document`, a, c, e], [`${kind}: one that answers`, b, d, f]]
      })
    },
    measured({ records }) {
      const rows = records['days observed']?.filter(({ filters, strategy }) => filters === 'off' && WHOLE.test(strategy)) ?? []
      const at = (hits, which) => [3, 4, 5].map((k) => hits.find(([count]) => count === k)?.[which])
      return rows.flatMap(({ kind, hits }) => [[`${kind}: that document`, ...at(hits, 1)], [`${kind}: one that answers`, ...at(hits, 2)]])
    },
    beside: Object.entries(HIT_RATES).map(([name, hits]) => [`published: ${name}`, ...hits]),
    says: 'Without filters and without a model. The published rates are of other patients and of up to twice as many documents, so that nothing follows from being above them.',
    limits: ['Nothing of these records was held out: weights were chosen while looking at draws of the same questions.', (_, { retrieval }) => `Questions that name patient and day are easy: our own copy of the published keyword method finds ${retrieval.section(RECORDS).said(/expressions\) finds ([\d. /]+) % of the first kind/)[0]} % of them.`],
  },
  {
    id: 'ranking',
    title: 'Biomedical questions: precision, recall and rank',
    task: 'Retrieval',
    unit: 'share',
    digits: 3,
    bench: 'retrieval',
    data: 'SciFact (809 claims), BioASQ snippets (1,497 questions) and MedQuAD (2,000 questions), all questions, bge-small, no cross-encoder',
    series: [...SETS.map(([name]) => ours(name)), published(), aim('aimed at there')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('Finding passages')
      return ['P@5', 'R@5', 'MAP', 'MRR'].map((measure, at) => [measure, ...SETS.map(([set]) => number(section.cell([set, 'the pipeline (stages:0)'], measure))), ...besideStages(at)])
    },
    measured(figures) {
      const names = ['precision_at_5', 'recall_at_5', 'average_precision', 'reciprocal_rank']
      return ['P@5', 'R@5', 'MAP', 'MRR'].map((measure, at) => [measure, ...SETS.map(([, set]) => ranked(figures, set, 'stages:0')?.[names[at]]), ...besideStages(at)])
    },
    says: `Published for the reference system on its own questions and documents, which are not to be had. It also gives a “context relevance” of ${STAGES.context} on a scale that was not told.`,
    limits: ['P@5 cannot be more than 0.227 on SciFact, 0.612 on BioASQ and 0.201 on MedQuAD, where most questions have one relevant document.', 'bge-small may have seen all three sets in its training.'],
  },
  {
    id: 'strategies',
    title: 'What the parts of ranking bring',
    task: 'Ablations',
    unit: 'share',
    digits: 3,
    bench: 'retrieval',
    data: 'the same sets; nDCG@10',
    series: SETS.map(([name]) => ours(name)),
    recorded({ benchmarks }) {
      const section = benchmarks.section('Finding passages')
      return WAYS_OF_RANKING.map(([way]) => [way, ...SETS.map(([set]) => number(section.cell([set, way], 'nDCG@10')))])
    },
    measured: (figures) => WAYS_OF_RANKING.map(([way, strategy]) => [way, ...SETS.map(([, set]) => ranked(figures, set, strategy)?.ndcg_at_10)]),
    says: 'Words alone, vectors alone, and the whole pipeline.',
    limits: [(rows) => `The bar of 0.785 on SciFact is ${rows.at(-1)[1] < 0.785 ? 'missed' : 'met'}.`],
  },
  {
    id: 'left-out',
    title: 'The pipeline with one part left out',
    task: 'Ablations',
    unit: 'share',
    digits: 4,
    bench: 'retrieval',
    from: 0.68,
    data: 'SciFact, 809 claims; nDCG@10',
    series: [ours('nDCG@10')],
    recorded({ retrieval }) {
      const section = retrieval.section(RECORDS)
      const parts = ['nothing', 'words', 'vectors', 'concepts (no other words, no coverage)', 'that everyday words weigh little', 'other wordings', 'spelling', 'the kind of document', 'cut to what becomes context']
      return parts.map((part) => [part, numbers(section.cell([part], 'nDCG@10 / R@5 / R@100'))[0]])
    },
    measured: (figures) => (figures.sets[`scifact, ${BGE}`] ?? []).filter(({ strategy }) => strategy.startsWith('stages')).map(({ strategy, ndcg_at_10 }) => [strategy, ndcg_at_10]),
    says: 'The axis does not begin at nought. What is cut to fit a context loses what stands further down.',
    limits: ['Other wordings do not help here: a claim asks nothing.'],
  },
  {
    id: 'static',
    title: 'A table of word vectors in the place of the embedder',
    task: 'Ablations',
    unit: 'share',
    digits: 3,
    bench: 'static',
    data: 'SciFact (809) and MedQuAD (2,000 questions); nDCG@10',
    series: [ours('SciFact, alone'), ours('SciFact, with the words'), ours('MedQuAD, alone'), ours('MedQuAD, with the words')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('A table of word vectors, as a rung below the embedder')
      return ['words (BM25)', '64 dimensions, Zipf', '128 dimensions, Zipf', '256 dimensions, Zipf', '128 dimensions, inverse frequency', '256 dimensions, inverse frequency'].map((row) => [
        row,
        ...['SciFact, 809 questions: alone', 'with the words', 'MedQuAD, 2,000 questions: alone'].map((column) => number(section.cell([row], column))),
        number(section.said(new RegExp(`^\\| ${row.replaceAll(/[()]/g, '\\$&')} \\|(?:[^|]*\\|){4}([^|]*)\\|`, 'm'))[0]),
      ])
    },
    says: 'An idea that did not bear: nowhere do words and table together find a thousandth more than the words alone. It is not shipped.',
    limits: [],
  },
  likeness('information', 'What leaves, held to what it was made from', {
    data: '30 patients of r4_2019_main, 414 questions of which something would leave',
    series: [ours('to the extracted facts'), ours('to the retrieved text'), published('published (their retrieved text)')],
    recorded: ({ benchmarks }) => across(MEASURES, scores(benchmarks.section(KEPT), 'information, to the extracted facts'), scores(benchmarks.section(KEPT), 'information, to the retrieved text'), LIKENESS.information),
    measured: ({ kept }) => across(MEASURES, scored(kept.informationFacts), scored(kept.informationRetrieved), LIKENESS.information),
    says: 'Likeness is no goal by itself: a course of readings drawn together, days told as distances and numbers rounded take likeness away on purpose.',
    limits: [(rows) => `The bar of 0.80 for SemScore, over all, is ${rows[4][1] < 0.8 ? 'missed: a course of readings drawn together has less likeness than each told by itself' : 'met'}.`, 'Other encoders and other texts: SemScore and BERTScore (rescaled there) do not compare with the published ones.'],
  }),
  likeness('query', 'The question as it leaves, held to the question', {
    data: 'the same patients; 382 questions with what identifies somebody',
    series: [ours('with identifiers'), published()],
    recorded: ({ benchmarks }) => across(MEASURES, scores(benchmarks.section(KEPT), 'question with identifiers, to the question'), LIKENESS.query),
    measured: ({ kept }) => across(MEASURES, scored(kept.queryIdentifying), LIKENESS.query),
    says: 'A question without identifiers leaves nearly as it is.',
    limits: [(rows) => `The bar of 0.85 for SemScore is ${rows[4][1] < 0.85 ? 'missed' : 'met'}; the same question with the name, birth date, town or number of somebody else in place, which differs in nothing else, does not reach it either.`],
  }),
  likeness('response', 'Answers through the synthesis beside answers to the records as they stand', {
    bench: 'answers-llm',
    data: '154 pairs of answers of one small model about 22 people',
    series: [ours('ours'), published()],
    recorded({ benchmarks }) {
      const [bleu, rouge, sem] = benchmarks.section(ANSWERS).said(/Likeness of responses[^:]*: BLEU ([\d.]+), ROUGE-1\/2\/L ([\d./]+), SemScore ([\d.]+)/)
      return across(MEASURES.slice(0, 5), [Number(bleu), ...numbers(rouge), Number(sem)], LIKENESS.response)
    },
    says: 'BERTScore was not measured here; published is an F1 of 0.373.',
    limits: ['One small model (Qwen2.5-Coder-1.5B-Instruct) and another encoder than the published one.'],
  }),
  {
    id: 'quoting',
    title: 'Deterministic quoting: what is wrong, and whether it answers',
    task: 'Answers',
    unit: '%',
    bench: 'answers-llm',
    data: 'replies about 22 people, then about 15, 5, 10, 13 and 26 others, none of which the rules of the time had seen',
    series: [...ROUNDS.map(ours), published()],
    recorded({ benchmarks }) {
      const section = benchmarks.section(ANSWERS)
      const part = (text) => number(/\(([\d.]+) %\)/.exec(text)[1])
      const rounds = (column) => ROUNDS.map((round) => number(section.cell([round], column)))
      const plainly = part(section.cell(['the same, asked plainly (nothing is marked): replies with something wrong'], 1))
      return [
        ['boxes that do not hold what the file says', ...rounds('boxes that are false'), QUOTING.box],
        ["wrong and unmarked in the model's own sentences", ...rounds('wrong and unmarked, doubts counted'), QUOTING.outside],
        ['replies with something wrong, asked plainly', plainly, ...ROUNDS.slice(1).map(() => undefined), QUOTING.without],
        ['what is quoted is about the question', ...rounds('what is quoted is about the question'), QUOTING.relevant],
        ['the question is answered', ...rounds('the question is answered'), QUOTING.answered],
      ]
    },
    says: 'Nothing inside a box has passed through a model. Outside, rules mark what the facts do not say.',
    limits: ['The bar of 1 % was missed in every round but the last, in which what is not verified is said not to be checked; by the marks of parts alone it was missed there, too (1.9 %).', 'Of the 13 others an answer counts in words alone; in all other rounds one in boxes counts, too.', 'Judged by one and by two readers; one small model.'],
  },
  {
    id: 'thought',
    title: 'The thought process: questions about records answered right',
    task: 'Thought process',
    unit: '%',
    bench: 'thought',
    data: 'Synthea: 147 questions put to one small model; 369 questions over an assumed reader; people who are in no training part',
    series: [ours('a real small model'), ours('an assumed reader'), published()],
    recorded({ benchmarks }) {
      const [real, simulated] = [benchmarks.section(REAL), benchmarks.section(SIMULATED)]
      const of = (section, row, column) => (row === undefined ? undefined : number(section.cell([row], column)))
      return METHODS.map(([label, inReal, inSimulated, there]) => [label, of(real, inReal, 'right, of 147'), of(simulated, inSimulated, 'right'), there])
    },
    measured({ records }) {
      const rows = [...(records?.methods ?? []), ...(records?.sizes ?? [])]
      const found = (method, size) => rows.find((row) => row.method === method && (size === 1 || row.size === size)) ?? rows.find((row) => row.method === method)
      return METHODS.flatMap(([label, , , there, method, size]) => {
        const row = method === undefined ? undefined : found(method, size)
        return row === undefined ? [] : [[label, undefined, share(row.right), there]]
      })
    },
    says: `Published is exact match on other questions with other, larger models; for Self-RAG ${THOUGHT.selfRag} %, for the process without documents ${THOUGHT.withoutDocuments} %.`,
    limits: ['With the real model the process is not better than simpler methods: one thought after the other, the tree and RATT are as good within the intervals.', 'Much of what it has more than asking once is of questions for yes or no.', 'The assumed reader says which method is best for such a model, and nothing about any real one.', 'The process is of 8 thoughts, one thought after the other and the tree of 25; to the estimator each question was put once, to the others three times.'],
  },
  {
    id: 'groups',
    title: 'The thought process by sex and age',
    task: 'Subgroups',
    unit: '%',
    bench: 'thought',
    data: '369 questions about 45 people, an assumed reader, scored by the model itself, 25 thoughts',
    series: [ours('right')],
    recorded({ benchmarks }) {
      const said = benchmarks.section(SIMULATED).said(/By sex and age.*?: of (\d+) questions about (women) (.*?\)), of (\d+) about (men) (.*?\)); (.*?)\.\n/s)
      const rows = [[`women (${said[0]})`, number(said[2])], [`men (${said[3]})`, number(said[5])]]
      for (const [, label, value, count, interval] of said[6].matchAll(/([\w ]+?) ([\d.]+) % \(of (\d+), ([\d. to]+)\)/g)) rows.push([`${label.trim()} (${count})`, number(`${value} % (${interval})`)])
      for (const [, label, value, interval, ] of said[6].matchAll(/([\w ]+?) ([\d.]+) % \((\d[\d. to]+)\)/g)) rows.push([label.replace(/^\s*,?\s*/, ''), number(`${value} % (${interval})`)])
      return rows
    },
    measured: ({ records }) => (records?.groups ?? []).map(([name, count, row]) => [`${name} (${count})`, share(row.right)]),
    says: 'Intervals by drawing people again. No difference between sexes is shown; few people make the intervals wide.',
    limits: ['Of a real model this was not measured: too few questions.'],
  },
  {
    id: 'critic',
    title: 'How well thoughts are judged: mean square error',
    task: 'Thought process',
    unit: 'error, less is better',
    digits: 3,
    bench: 'thought-train',
    command: 'chaperone thought train --questions QUESTIONS --data DIR --models models --by-words --out models/thought/estimator.bin',
    data: '1,000 thoughts about the patients of the test part; the real model: 2,574 thoughts',
    series: [ours('ours'), published()],
    recorded({ thought, benchmarks }) {
      const section = thought.section('The estimator')
      const [error] = benchmarks.section(REAL).said(/mean square error ([\d.]+), accuracy/)
      return [
        ['estimator', number(section.cell(['estimator'], 'mean square error')), CRITIC.estimator[0]],
        ['self-critic of the assumed reader', number(section.cell(['self-critic of the assumed reader'], 'mean square error')), CRITIC.critic[0]],
        ['self-critic of a real small model', Number(error), CRITIC.critic[0]],
      ]
    },
    says: `Published accuracies: estimator ${CRITIC.estimator[1]} %, self-critic ${CRITIC.critic[1]} %; what the real model reached stands in BENCHMARKS.md.`,
    limits: ['Other tasks and other models.', (_, { thought }) => { const [good, right] = thought.section('The estimator').said(/([\d.]+) % of them are good, so that whoever calls none good is right of ([\d.]+) %/); return `Of the thoughts here ${good} % are good: whoever calls none good is right of ${right} %.` }],
  },
  {
    id: 'presidio',
    title: 'Identifying texts found, beside Presidio',
    task: 'Privacy',
    unit: 'share',
    digits: 3,
    bench: 'privacy',
    data: 'presidio-research, the halves that no rule was made from (odd template ids); direct identifiers, whole',
    series: [ours('Chaperone, recall'), peer('Presidio, recall'), ours('Chaperone, F1'), peer('Presidio, F1')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('Identifying texts, beside Presidio')
      return ['synth_v2', 'generated_large', 'generated_small'].map((set) => {
        const [a, b] = ['Chaperone', 'Presidio'].map((who) => numbers(section.cell([`${set}, test`], `${who}: recall / precision / F1`)))
        return [set, a[0], b[0], a[2], b[2]]
      })
    },
    measured: ({ peers }) => peers.filter(({ half }) => half === 'test').map(({ set, ours: a, peer: b }) => [set, a.recall, b.recall, a.f1, b.f1]),
    says: 'Presidio runs as it comes, with the small English model of spaCy. It finds fewer and is more precise.',
    limits: ['The tagger\'s head is trained on the other half of the same templates; Presidio is not.', 'Presidio with a larger model was not to be had.', (_, { benchmarks }) => { const section = benchmarks.section('Identifying texts, beside Presidio'); return `Milliseconds for 1,000 characters, natively: ${section.said(/\| natively \| ([\d.]+);/)[0]}, Presidio ${section.said(/\| Presidio, natively \| ([\d.]+) \|/)[0]}.` }],
  },
  {
    id: 'own-set',
    title: 'The own set, written to be hard: spans found, by half',
    task: 'Privacy',
    unit: 'share',
    digits: 3,
    bench: 'privacy',
    from: 0.8,
    data: 'tests/data/privacy: 222 texts, 861 harmless items',
    series: [ours('whole spans found'), ours('precision')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('Identifying texts, beside Presidio')
      return [['all', 'all'], ['dev, with which the last steps were trained', 'dev'], ['test', 'test']].map(([row, name]) => [name, number(section.cell([row], 'whole spans found')), number(section.cell([row], 'precision'))])
    },
    measured: ({ own }) => Object.entries(own).map(([half, { recall, precision }]) => [half, recall, precision]),
    says: 'The axis does not begin at nought.',
    limits: [(rows) => `Asked for on the test half: 0.98 of the spans (${rows.at(-1)[1] < 0.98 ? 'missed' : 'met'}), and at most 2 % of the harmless items hit.`],
  },
  {
    id: 'origins',
    title: 'Spans found by origin of the name and by casing',
    task: 'Subgroups',
    unit: 'share',
    digits: 2,
    bench: 'privacy',
    from: 0.9,
    data: 'tests/data/privacy, all 222 texts',
    series: [ours('found')],
    recorded({ benchmarks }) {
      const [casing, origins] = benchmarks.section('Identifying texts, beside Presidio').said(/By casing: (.*?)\. By origin of the name: (.*?)\. The head/s)
      return [casing, origins].flatMap((list) => list.split(', ').map((each) => /(.*) ([\d.]+)$/.exec(each)).map(([, name, value]) => [name, Number(value)]))
    },
    measured: ({ own }) => [...own.all.casings, ...own.all.origins].map(({ group, recall }) => [group, recall]),
    says: 'The axis begins at 0.9.',
    limits: ['Few names of each origin: one that is missed is several hundredths.'],
  },
  {
    id: 'linkage',
    title: 'Whose is it? A linkage attack by somebody who holds the records of 110 patients',
    task: 'Privacy',
    unit: '%',
    bench: 'synthesis',
    data: '110 patients of r4_2019_main, twelve questions of each',
    series: [ours('first guess right'), ours('among the first five'), ours('fits nobody else')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('Whose is it: a linkage attack')
      return ['the same entries, identifiers removed only', 'level minimal', 'level balanced', 'level balanced, less telling', 'level strict'].map((row) => [row, ...['first guess right', 'among the first five', 'fits nobody else'].map((column) => number(section.cell([row], column)))])
    },
    measured: ({ linked }) => linked.ways.map(({ way, all }) => [way, 100 * all.top1, 100 * all.top5, 100 * all.unique]),
    says: 'Less is better. The first row is what removing identifiers alone leaves.',
    limits: ['A synthesis stays personal data: whoever holds all records can still often tell whose a message is.', 'A course of readings leads to its owner every time.'],
  },
  {
    id: 'attacks',
    title: 'Identifiers that attacks get out of records',
    task: 'Privacy',
    unit: 'identifiers',
    digits: 0,
    bench: 'synthesis',
    data: '50 patients of r4_2019_main; attacks alone, behind a question, and planted in records',
    series: [ours('through the synthesis'), peer('a plain agent with search')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('Attacks, and what a plain agent gives away')
      return ['alone', 'behind a question', 'planted in records'].map((row) => [row, number(section.cell([row], 'identifiers out')), number(section.cell([row], 'plain agent: identifiers, in requests'))])
    },
    measured: ({ attacked }) => Object.entries(attacked.ways).map(([way, families]) => [way, ...['found', 'plainFound'].map((what) => Object.values(families).reduce((sum, each) => sum + each[what], 0))]),
    says: 'The same attacks and questions, put to an agent that sends what it finds.',
    limits: ['Attacks that argue rather than order are mostly not recognised as such; what leaves is bounded all the same.', 'Four words in a row of an attack were told in 1,300 requests where it was planted, all in the display of a terminology, and in 25,695 where it stood behind the question, as common words.'],
  },
  {
    id: 'engine',
    title: 'The embedder in a browser tab, beside its peers',
    task: 'Speed',
    unit: 'ms a text, less is better',
    digits: 1,
    bench: 'engine',
    data: 'the same weights, one thread, the same tab; 21 tokens, 128 tokens, and one of a batch of 16',
    series: [ours('ours'), peer('onnxruntime-web'), peer('transformers.js'), peer('tract')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('The engine, beside onnxruntime-web and transformers.js')
      const models = ['MiniLM-L6', 'bge-small']
      return models.flatMap((model, nth) =>
        ['21 tokens', '128 tokens', 'one of a batch of 16'].map((column) => [
          `${model}, ${column}`,
          number(section.cell([`${model}, ours`], column)),
          ...['onnxruntime-web', 'transformers.js', 'tract'].map((who) => number(section.said(new RegExp(`^\\| ${model}, ours[\\s\\S]*?^\\| ${who.replace('.', '\\.')} \\|${'[^|]*\\|'.repeat(['21 tokens', '128 tokens', 'one of a batch of 16'].indexOf(column))}([^|]*)\\|`, 'm'))[0])),
        ]),
      )
    },
    measured({ rows }) {
      const names = Object.keys(rows).filter((name) => rows[name].figures?.rows?.[0]?.rounds?.[0]?.short !== undefined)
      return names.flatMap((name) =>
        [['21 tokens', 'short'], ['128 tokens', 'long'], ['one of a batch of 16', 'batch']].map(([label, figure]) => [
          `${name}, ${label}`,
          ...['ours', 'onnxruntime-web', 'transformers.js', 'tract'].map((who) => {
            const row = rows[name].figures.rows.find((each) => each.name === who)
            return row && median(row.rounds.map((round) => round[figure]))
          }),
        ]),
      )
    },
    says: 'Ours, transformers.js and tract cut the text into tokens within that time; onnxruntime-web is given the tokens.',
    limits: ['Ratios go with what a processor has of one product at the time: on another day the 2.3 times that were asked for were missed by a hundredth at 128 tokens.', 'Natively onnxruntime is as quick or quicker.'],
  },
  {
    id: 'search',
    title: 'A search in a browser tab, beside other libraries',
    task: 'Speed',
    kind: 'lines',
    unit: 'ms, median',
    axis: 'passages',
    digits: 1,
    bench: 'search',
    data: 'passages and 100 questions of SciFact, MedQuAD, BioASQ and PubMedQA; vectors are made up',
    series: [ours('ours, by words'), peer('MiniSearch'), peer('Orama'), ours('ours, by both'), ours('ours, by vectors'), peer('plain JavaScript, by vectors'), peer('edgevec (HNSW)')],
    recorded({ benchmarks }) {
      const section = benchmarks.section('Search in a tab, beside other libraries')
      const columns = ['by words: ours', 'MiniSearch 7.2', 'Orama 3.1', 'by both: ours', 'by vectors: ours (int8)', 'plain JavaScript (f32)', 'edgevec 0.9 (HNSW)']
      return ['959', '9,893', '98,552'].map((row) => [row, ...columns.map((column) => numbers(section.cell([row], column))[0])])
    },
    measured: ({ sizes }) => sizes.map(({ passages, rows }) => [passages.toLocaleString('en'), ...['ours, words', 'MiniSearch', 'Orama', 'ours, both', 'ours, vectors', 'plain JavaScript', 'edgevec'].map((name) => rows[name]?.median)]),
    says: 'Both axes are logarithmic. Ours also reads plain words for days and patients, looks for slips of the pen, explains each hit and brings its text.',
    limits: ['Vectors of a small collection are compared faster by plain JavaScript and by edgevec, which finds fewer of the nearest.'],
  },
  {
    id: 'loading',
    title: 'Reading the records of 110 patients',
    task: 'Speed',
    unit: 's, less is better',
    digits: 2,
    bench: 'load',
    data: '110 Synthea patients (r4_2019_main), 54.5 MB of JSON',
    series: [ours('ours: unpack, read, cut and index'), peer('parsing alone')],
    recorded({ benchmarks }) {
      const [native, page] = [benchmarks.section('Loading records, natively'), benchmarks.section('Loading records, in the page in Chromium')]
      return [
        ['natively (peer: serde_json)', number(native.cell(['unpack, ingest, cut and index'], 1)), number(native.cell(['peer: serde_json::Value of the same bytes, parsing alone'], 1))],
        ['in the page (peer: JSON.parse)', number(page.said(/until they can be searched by words \| ([\d.]+) s/)[0]), number(page.said(/peer: the browser's `JSON.parse`[^|]*\| ([\d.]+) s/)[0])],
      ]
    },
    measured: ({ seconds, peer: { seconds: parsing } }) => [['natively (peer: serde_json)', seconds, parsing]],
    says: 'The peers only parse; nothing of theirs can be searched.',
    limits: ['In the page reading takes many times what JSON.parse alone takes.'],
  },
]

function besideStages(at) {
  const [low, high] = STAGES.aimed[at] ?? []
  return [STAGES.reached[at], low === undefined ? undefined : { value: low, low, high }]
}

/** Label, row of the real model, row of the assumed reader, published percent, and method and size as the bench names them. */
const METHODS = [
  ['the model alone', 'the model alone', 'the model alone', THOUGHT.alone, 'plain', 1],
  ['the best document alone', 'the best document alone', 'the best document alone', THOUGHT.best, 'single-document', 1],
  ['the five best at once', 'the five best at once', 'the five best at once', undefined, 'pipeline', 1],
  ['one thought after the other', 'one thought after the other', 'one thought after the other, of 25', undefined, 'chain', 25],
  ['tree of thoughts', 'tree of thoughts', 'tree of thoughts', THOUGHT.tree, 'tree-of-thoughts', 25],
  ['rounds that are corrected (RATT)', 'rounds that are corrected (RATT)', 'rounds that are corrected (RATT)', THOUGHT.ratt, 'corrected', 25],
  ['the process, scored by the model itself', 'the process, scored by the model itself', 'the process, scored by the model itself, of 8', THOUGHT.critic, 'self-critic', 8],
  ['the process, scored by the estimator', undefined, 'the process, scored by the estimator, of 8 (each question put once)', THOUGHT.estimator, 'estimator', 8],
  ['the process, scored by the truth', 'the process, scored by the truth', 'the process, scored by the truth, of 8', THOUGHT.truth, 'oracle', 8],
]

/** What must be nought, and how often it could have been otherwise: label, how often, of how many. */
export const NOUGHTS = [
  ['boxes over generated records (Synthea) that are not what the file says', ({ benchmarks: b }) => [number(b.section('Quote boxes against the files').cell(['boxes that are not what the file says'], 'r4_2019_main')), number(b.section('Quote boxes against the files').cell(['boxes from structured data'], 'r4_2019_main'))]],
  ['planted identifiers that would have left', ({ benchmarks: b }) => ['would have left', 'planted'].map((row) => number(b.section('Planted identifiers').cell([row], 1)))],
  ['quote boxes of generated cases that are false', ({ benchmarks: b }) => numbers(b.section('The kernel, on generated cases').said(/(\d+) false and \d+ missing\s+of ([\d,]+) boxes/).join(' '))],
  ['values read again from the bytes of their file that are false', ({ benchmarks: b }) => numbers(b.section('Records, read and answered').cell(['values read again, false'], 'r4_2019_main')).toReversed()],
  ['questions about coded facts answered wrongly (questions that the reader was worked on with)', ({ benchmarks: b }) => ['answered wrongly', 'questions'].map((row) => number(b.section('Records, read and answered').cell([row], 'r4_2019_main')))],
  ['identifiers out, attacks behind a question', ({ benchmarks: b }) => ['identifiers out', 'requests'].map((column) => number(b.section('Attacks, and what a plain agent gives away').cell(['behind a question'], column)))],
]

/** A benchmark's section of BENCHMARKS.md: its command and machine where it was not run now. */
export const SECTIONS = {
  retrieval: ['benchmarks', 'Finding passages'],
  static: ['benchmarks', 'A table of word vectors, as a rung below the embedder'],
  synthesis: ['benchmarks', KEPT],
  'answers-llm': ['benchmarks', ANSWERS],
  thought: ['benchmarks', SIMULATED],
  'thought-train': ['thought', 'The estimator'],
  privacy: ['benchmarks', 'Identifying texts, beside Presidio'],
  engine: ['benchmarks', 'The engine, beside onnxruntime-web and transformers.js'],
  search: ['benchmarks', 'Search in a tab, beside other libraries'],
  load: ['benchmarks', 'Loading records, natively'],
}
/** Where a comparison's figures stand, if elsewhere than its benchmark's. */
export const PLACES = { 'hit-rates': ['retrieval', RECORDS], 'left-out': ['retrieval', RECORDS], linkage: ['benchmarks', 'Whose is it: a linkage attack'], attacks: ['benchmarks', 'Attacks, and what a plain agent gives away'] }
