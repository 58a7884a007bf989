/** Part of the room's script: what would leave and what has left, what a draft keeps of the meaning, and the checks of texts and ledgers. */
import "../view/askings.ts";
import "../view/examine.ts";
import "../view/last-request.ts";
import "../view/leaving.ts";
import "../view/ledger.ts";
import "../view/meaning-kept.ts";
import "../view/verify-ledger.ts";
