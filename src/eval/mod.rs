//! Measures against sets of marked texts and judged searches, from outside: the data comes as an argument, the figures leave as
//! data. Only the command line builds this.

pub mod attacks;
pub mod beir;
pub mod canaries;
pub mod exact;
pub mod forms;
pub mod identifiers;
pub mod likeness;
pub mod linkage;
pub mod meaning;
pub mod overlap;
pub mod plainly;
pub mod privacy;
pub mod records;
pub mod replies;
pub mod retrieval;
pub mod spans;
pub mod thought;
