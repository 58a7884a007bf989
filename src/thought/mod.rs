//! The thought process: a Monte-Carlo tree search over what a model thinks of documents.
//!
//! A state is the graph of what was thought so far ([`graph`]). An action takes two of its nodes, a thought and a document or two
//! thoughts, and a model makes a new thought of them, a child of both: the graph is directed and without cycles, and documents are
//! nodes like thoughts. [`search`] chooses the actions. It does no I/O: it says what it wants ([`search::Want`]) and is given it, so
//! that the same seed and the same replies make the same graph, byte for byte ([`journal`]).
//!
//! # Where this differs from the published algorithms
//!
//! - *Expansion*. Algorithm 3 prints the comparison with `p_doc` the other way round than its prose; the prose is followed.
//! - *Selection*. A node has several parents here; the visits in the logarithm are those of the parent that the walk came by.
//! - *Back-propagation*. An ancestor that can be reached on two ways is counted once.
//! - *Reward*. What is passed back is the score less what the step told of the person and what it cost, if the settings say so;
//!   with both weights nought it is the published one.
//! - *In parallel*. A step whose reply is not there yet counts as a visit that brought nothing, so that the next one goes elsewhere.

pub mod estimator;
pub mod graph;
pub mod journal;
pub mod score;
pub mod search;
pub mod uct;
