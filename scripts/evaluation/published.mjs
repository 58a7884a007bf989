// What was published for the earlier systems whose tasks are done here, and for what is named beside them: facts, in the units of the report.

/** Hit rates in percent at 3, 4 and 5 documents, of questions made from Synthea records (retrieval agents over patient records). */
export const HIT_RATES = { hybrid: [81.8, 82.4, 88.0], 'keyword (regex)': [26.2, 32.2, 30.4], both: [83.8, 85.8, 88.0], dense: [52.0, 60.2, 66.6] }

/** BLEU, ROUGE-1, -2, -L, SemScore and BERTScore F1 between what a synthesis was made from and the synthesis (same system). */
export const LIKENESS = {
  information: [0.0913, 0.416, 0.258, 0.353, 0.6793, 0.1459],
  query: [0.396, 0.692, 0.536, 0.66, 0.7698, 0.476],
  response: [0.181, 0.526, 0.269, 0.386, 0.7938, 0.3728],
}

/** Deterministic quoting: percent. */
export const QUOTING = { box: 0, outside: 2, without: 12, relevant: 92, answered: 88 }

/** Multi-stage clinical retrieval: P@5, R@5, MAP, MRR as shares, and what was aimed at there. */
export const STAGES = { reached: [0.04, 0.2, 0.118, 0.215], aimed: [[0.3, 0.4], [0.75, 0.85], [0.5, 0.6], undefined], context: 0.428 }

/** The retrieval-augmented thought process: exact match of questions about records, percent. */
export const THOUGHT = { alone: 34, best: 24, tree: 64, ratt: 28, selfRag: 35, critic: 67, estimator: 71, truth: 88, withoutDocuments: 52 }

/** Its self-critic and estimator: mean square error and accuracy in percent. */
export const CRITIC = { critic: [0.6, 42], estimator: [0.12, 73] }

/** Sizes of the collections that the earlier systems had. */
export const COLLECTIONS = { patients: 101, documents: 5931, articles: 193_827 }
