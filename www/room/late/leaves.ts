/** Part of the room's script: what has left, and the checks of texts and ledgers. */
import "../view/askings.ts";
import "../view/examine.ts";
import "../view/last-request.ts";
import "../view/ledger.ts";
import "../view/verify-ledger.ts";
