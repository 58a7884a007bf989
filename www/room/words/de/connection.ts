/** What the page says of the connection to a model server, in German. */
import type { words } from "../connection.ts";
import type { Translation } from "../say.ts";

export const connection: Translation<typeof words> = {
  // models.ts
  listTheModelsThere: "Modelle dort auflisten",
  chooseAModel: "Ein Modell wählen",
  has: "{host} hat {models}.",
  askingForItsModels: "{host} wird nach seinen Modellen gefragt …",
  hasNoModelsLoad: "{host} hat keine Modelle. Laden Sie dort zuerst eines.",
  whatTheServerSays: "Was es nach Angabe des Servers kann",
  contextOf: "Kontext: {tokens} Tokens",
  contextIsSmall:
    "Kontext: {tokens} Tokens. Das ist wenig: Eine Frage mit ihren Textstellen passt vielleicht nicht hinein.",
  contextNotSaid: "Kontext: keine Angabe",
  contextNotSaidOllama:
    "Kontext: keine Angabe. Ollama schneidet ab, was länger als sein Kontext ist, und sagt es nicht.",
  jsonSchema: "Antworten nach einem JSON-Schema: {is}",
  toolCalls: "Aufrufe von Werkzeugen: {is}",
  likelyTokens: "Wie wahrscheinlich seine Wörter sind: {is}",
  yes: "ja",
  no: "nein",
  notSaid: "keine Angabe",
  // connection/entered.ts
  addressNeedsHttp: "Setzen Sie http:// oder https:// vor die Adresse; andere werden nicht angenommen.",
  addressHoldsPassword:
    "Eine Adresse mit einem Namen oder Passwort darin wird nicht angenommen. Nehmen Sie es heraus; für einen Schlüssel gibt es ein eigenes Feld.",
  addressHoldsMore:
    "Hinter ? oder # wird in einer Adresse nichts angenommen, außer ?api-version=… von Azure. Nehmen Sie es heraus.",
  // trial.ts
  testTheConnection: "Verbindung testen",
  sendsThisOnlyTests:
    "Sendet den Namen des Modells, die Anweisungen, die vor einer Frage stehen (die von „Kurze Antwort“), und „This only tests the connection. Reply with one word: ready.“ Ihr Schlüssel geht mit, wenn Sie einen angegeben haben, und nichts aus Ihren Akten. Es wird ins Verzeichnis eingetragen, in dem jedes Byte davon zu sehen ist.",
  seeWhatLeft: "Ansehen, was hinausging",
  testHolding: "Testen, ob Antworten an die Textstellen gebunden werden können",
  testHoldingSays:
    "Sendet dasselbe noch ein- oder zweimal, mit dem Namen einer Textstelle („R1“), die nicht gesendet wird, und einer Form für die Antwort. Hält der Server sie ein, kann ein Modell nur Textstellen zitieren, die ihm gesendet wurden.",
  heldBySchema:
    "Antworten werden durch ein JSON-Schema an die gesendeten Textstellen gebunden. Das Schema gehört zu dem, was Sie vor dem Absenden sehen.",
  heldByGrammar:
    "Antworten werden durch eine Grammatik an die gesendeten Textstellen gebunden. Die Grammatik gehört zu dem, was Sie vor dem Absenden sehen.",
  doesNotHold: "Dieser Server bindet Antworten an keine Form. Zitate werden trotzdem nachgeschlagen.",
  holdNoMore: "Antworten nicht mehr binden",
  contextTokens: "Tokens, die das Modell aufnimmt",
  contextTokensSay:
    "Bleibt das Feld leer, wird alles, was antwortet, in einer Anfrage mitgeteilt. Mit einer Zahl wird, was nicht hineinpasst, in weiteren Anfragen mitgeteilt, von denen Sie jede sehen und freigeben.",
  mayReadOn: "Das Modell darf sagen, dass es weiterlesen möchte.",
  mayReadOnSays:
    "Höchstens viermal: Was neben einer Textstelle steht oder hier zu seinen Wörtern gefunden wird, wird in einer weiteren Anfrage mitgeteilt.",
  at: "{model} bei {host}",
  waitingFor: "Warten auf {where} …",
  answeredAfterSeconds: "✓ {where} hat nach {seconds} Sekunden geantwortet.",
  tookTheRequestAnd: "{where} hat die Anfrage angenommen und nichts gesagt. Versuchen Sie ein anderes Modell.",
  // wrong.ts
  itTakesNow: "So, wie er jetzt läuft, nimmt der Server {has} Tokens auf einmal an.",
  whatToDoAt: "Was zu tun ist, nach Server",
  // fixes.ts
  aHostedServer: "Ein Server im Internet",
  fixOffline: "Dieses Gerät hat gerade kein Netz. Ein Modellserver auf dem Gerät selbst geht auch ohne.",
  fixAround:
    "Die Seite um dieses Feld herum bietet gerade kein Modell an. Laden Sie jene Seite neu; bleibt es so, sagen Sie es denen, die sie betreiben, oder tragen Sie einen eigenen Server ein.",
  fixMixedContent:
    "Diese Seite kam verschlüsselt (https), und Browser lassen eine solche Seite keinen Server ohne Verschlüsselung (http) fragen, außer auf diesem Gerät. Nehmen Sie eine https-Adresse von {host}, oder holen Sie den Server auf dieses Gerät, zum Beispiel durch einen SSH-Tunnel zu localhost.",
  fixNotSecure:
    "Der Browser lässt eine Seite, die ohne Verschlüsselung kam, keine Server auf diesem Gerät oder in seinem Netz fragen. Öffnen Sie diese Seite mit https statt {page}.",
  fixPermissionDenied:
    "Ihr Browser lässt diese Seite nicht an dieses Gerät oder sein Netz. Öffnen Sie die Einstellungen dieser Website (das Zeichen vor der Adresse), erlauben Sie {page} den Zugriff auf Apps auf diesem Gerät oder auf Geräte im lokalen Netz, und testen Sie noch einmal. In einer fremden Seite muss auch diese es erlauben (loopback-network, local-network).",
  fixPermissionWaits:
    "Ihr Browser fragt, ob diese Seite Apps auf diesem Gerät oder Geräte in seinem Netz erreichen darf. Stimmen Sie zu, und testen Sie noch einmal.",
  fixNotReached:
    "Bei {host} antwortet niemand. Starten Sie dort den Server, oder berichtigen Sie die Adresse. Ist sein Zertifikat ein selbst gemachtes, muss der Browser ihm vertrauen. Oder wer diese Seite bereitstellt, lässt sie diesen Server nicht fragen (--endpoint).",
  fixNotReadable:
    "Dort antwortet jemand, lässt diese Seite die Antwort aber nicht lesen: Der Server muss Seiten von {page} erlauben (CORS). Vielleicht hat er die Anfrage auch weitergeleitet, dem wird nicht gefolgt, oder aufgelegt.",
  fixKey:
    "Der Schlüssel fehlt, ist nicht der richtige, oder darf dieses Modell nicht benutzen. Tragen Sie ihn unter „Schlüssel“ ein, ohne Leerzeichen davor und danach.",
  fixModel: "{host} hat {model} nicht. Wählen Sie eines der Modelle, die er auflistet.",
  fixNotFound:
    "Entweder ist die Adresse nicht die eines Modellservers, oder das Modell heißt dort anders. „Modelle dort auflisten“ zeigt, was es ist.",
  fixContext:
    "Geben Sie dem Modell dort, wo es läuft, einen größeren Kontext, fragen Sie nach weniger, oder nehmen Sie ein anderes Modell.",
  fixNotTaken:
    "Der Server nimmt eine Anfrage dieser Form nicht an. Er muss OpenAIs Chat Completions oder Anthropics Messages sprechen; eine neuere Fassung kann es vielleicht.",
  fixBusy:
    "Der Server hat zu viel zu tun, oder Sie haben aufgebraucht, was Sie fragen dürfen. Warten Sie, und testen Sie noch einmal.",
  fixFailed:
    "Im Server selbst ist etwas fehlgeschlagen. Sein eigenes Protokoll sagt, was; vielleicht ist das Modell zu groß für seinen Speicher.",
  fixLate:
    "Vielleicht wird das Modell noch geladen, oder es ist zu groß für jenen Rechner. Warten Sie länger („Höchstens warten“), oder nehmen Sie ein kleineres.",
  fixBroken:
    "Der Server hat mitten in der Antwort aufgehört. Sehen Sie nach, ob er noch läuft, und testen Sie noch einmal.",
  fixNotAReply: "Unter dieser Adresse antwortet etwas anderes als ein Modellserver. Berichtigen Sie sie.",
  fixEndless: "Der Server sendet mehr, als eine Antwort hat. Nehmen Sie ein anderes Modell.",
  fixSilent: "Das Modell hat ohne ein Wort geendet. Nehmen Sie ein anderes, oder laden Sie dieses neu.",
  reachOllama: "Starten Sie Ollama, oder führen Sie „ollama serve“ aus. Es antwortet unter http://localhost:11434.",
  reachLlamaCpp:
    "Führen Sie „llama-server -m MODEL.gguf -c 16384 --port 8080“ aus. Er antwortet unter http://localhost:8080.",
  reachLmStudio:
    "Starten Sie seinen Server unter „Developer“, oder führen Sie „lms server start“ aus. Er antwortet unter http://localhost:1234.",
  reachVllm: "Führen Sie „vllm serve MODEL“ aus. Er antwortet unter http://localhost:8000.",
  reachHosted: "Vergleichen Sie die Adresse mit der in der Dokumentation des Anbieters: Sie beginnt mit https.",
  corsOllama: "Setzen Sie OLLAMA_ORIGINS={page} in seiner Umgebung, und starten Sie es neu.",
  corsLlamaCpp: "Er erlaubt von selbst alle Seiten. Steht ein Proxy davor, muss dieser die Kopfzeilen weitergeben.",
  corsLmStudio:
    "Schalten Sie in den Einstellungen seines Servers „Enable CORS“ ein, oder führen Sie „lms server start --cors“ aus.",
  corsVllm: "Starten Sie ihn mit {option}.",
  corsHosted:
    "Manche Anbieter antworten gar keiner Seite. Dann braucht es ein eigenes Gateway, das für diese Seite spricht, oder einen anderen Anbieter.",
  keyOllama: "Auf diesem Gerät braucht es keinen Schlüssel; ein Proxy davor vielleicht.",
  keyLlamaCpp: "Der Schlüssel ist der, mit dem er gestartet wurde (--api-key).",
  keyLmStudio: "Fragt er nach einem, machen Sie in den Einstellungen seines Servers ein API-Token.",
  keyVllm: "Der Schlüssel ist der, mit dem er gestartet wurde (--api-key).",
  keyHosted:
    "Machen Sie auf der Seite des Anbieters einen Schlüssel, und sehen Sie dort nach, ob er dieses Modell benutzen darf und bezahlt ist.",
  modelOllama:
    "Führen Sie „ollama pull {model}“ aus, oder tragen Sie einen Namen aus „ollama list“ ein, mit dem, was hinter dem Doppelpunkt steht.",
  modelLlamaCpp:
    "Er hat ein Modell und nimmt jeden Namen an; sehen Sie sich die Adresse an. Bei mehreren Modellen nehmen Sie einen Namen, den er auflistet.",
  modelLmStudio: "Laden Sie das Modell in der App, und tragen Sie den Namen ein, den es dort hat.",
  modelVllm: "Tragen Sie den Namen ein, den „vllm serve“ bekam, oder den von --served-model-name.",
  modelHosted: "Tragen Sie den Namen genau so ein, wie ihn die Modellliste des Anbieters hat.",
  contextOllama: "Starten Sie es mit OLLAMA_CONTEXT_LENGTH=16384.",
  contextLlamaCpp: "Starten Sie ihn mit -c 16384; mit --parallel teilen sich die Anfragen das.",
  contextLmStudio: "Laden Sie das Modell mit größerer „Context Length“.",
  contextVllm: "Starten Sie ihn mit --max-model-len 16384, wenn Modell und Speicher es zulassen.",
  contextHosted: "Nehmen Sie ein Modell mit größerem Kontext.",
};
