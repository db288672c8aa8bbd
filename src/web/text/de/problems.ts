import type { Text } from '../en.ts';

/** What goes wrong. */
export const ofProblems: Pick<Text, 'problems' | 'errors' | 'failures'> = {
  problems: {
    signIn: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    password: 'Das Passwort ist falsch.',
    passkey:
      'Dieser Passkey kann hier nicht verwendet werden. Versuchen Sie es noch einmal, oder melden Sie sich mit dem Passwort an.',
    passkeyName: 'Der Name eines Passkeys hat 1 bis 100 Zeichen.',
    passkeyRefused: 'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal.',
    tooManyTries: (minutes) =>
      `Zu viele Versuche. Versuchen Sie es in ${minutes} ${minutes === '1' ? 'Minute' : 'Minuten'} wieder.`,
    busy: 'Gerade melden sich zu viele Leute an. Versuchen Sie es in ein paar Sekunden wieder.',
    passwordTooShort: 'Das Passwort braucht mindestens 10 Zeichen.',
    passwordTooLong: 'Das Passwort darf höchstens 1.000 Zeichen haben.',
    email: 'Das ist keine E-Mail-Adresse.',
    emailTaken: 'Mit dieser E-Mail-Adresse meldet sich ein anderes Konto an.',
    name: 'Ein Name hat 1 bis 200 Zeichen.',
    limit: 'Eine Grenze ist eine ganze Zahl. Leer bedeutet: ohne Grenze.',
    tooMany: 'Zu viele Anfragen. Versuchen Sie es später wieder.',
  },
  errors: {
    notFound: 'Hier ist nichts',
    notFoundHint: 'Die Adresse ist falsch, oder was sie zeigte, ist abgelaufen.',
    forbidden: 'Diese Seite ist für Verwalter',
    forbiddenHint: 'Bitten Sie den Betreiber dieses Dienstes um Zugang.',
    crossSite: 'Diese Anfrage kam von einer anderen Seite',
    crossSiteHint: 'Nichts wurde geändert. Gehen Sie zurück und versuchen Sie es von hier.',
    misdirected: 'Diese Adresse gehört zu einem anderen Dienst',
    misdirectedTo: (address: string) => `Dieser Dienst ist unter ${address}.`,
    tooMany: 'Zu viele Anfragen',
    busy: 'Der Dienst ist ausgelastet',
    busyHint: 'Versuchen Sie es in ein paar Sekunden wieder.',
    refused: 'Das ging nicht',
    failed: 'Der Dienst hat einen Fehler',
    failedHint: (requestId) => `Im Protokoll des Dienstes steht mehr zur Anfrage ${requestId}.`,
    home: 'Zur ersten Seite',
  },
  failures: {
    input_missing: 'Die Datei ist leer.',
    bad_request: 'Mit diesen Optionen ist das nicht möglich.',
    source_not_found: 'Unter dieser Adresse ist kein Bild.',
    unauthorized: 'Melden Sie sich zuerst an.',
    https_required: 'Verwenden Sie eine Adresse, die mit https:// beginnt.',
    registration_closed: 'Bitten Sie den Betreiber dieses Dienstes um ein Konto.',
    not_found: 'Es ist nicht da oder abgelaufen.',
    method_not_allowed: 'Das ist hier nicht möglich.',
    precondition_failed: 'Es hat sich inzwischen geändert.',
    range_not_satisfiable: 'Diesen Teil der Datei gibt es nicht.',
    expectation_failed: 'Der Browser erwartet etwas, was dieser Dienst nicht kann.',
    request_timeout:
      'Das Hochladen hat zu lange gedauert. Versuchen Sie es mit einer schnelleren Verbindung noch einmal.',
    headers_too_large:
      'Die Anfrage des Browsers ist zu lang. Löschen Sie die Cookies dieser Seite.',
    too_large: 'Die Datei ist zu groß.',
    unsupported_media_type: 'Diese Art von Datei wird nicht unterstützt.',
    decode_failed: 'Das Bild ist beschädigt oder unvollständig.',
    monthly_limit_exceeded: 'Ihre Grenze im Monat ist erreicht.',
    rate_limit_exceeded: 'Zu viele Anfragen. Versuchen Sie es später wieder.',
    unavailable: 'Der Dienst ist ausgelastet. Versuchen Sie es in einigen Sekunden wieder.',
    storage_full: 'Der Dienst hat keinen Platz mehr. Versuchen Sie es später wieder.',
    storage_refused: 'Der Speicher hat das Bild abgelehnt.',
    storage_denied: 'Der Speicher hat den Zugriff verweigert.',
    storage_missing: 'Diesen Ort gibt es im Speicher nicht.',
    storage_failed: 'Der Speicher ist nicht erreichbar.',
    internal: 'Der Dienst hat einen Fehler.',
    too_many_bytes: (most: string) => `Die Datei ist zu groß: höchstens ${most}.`,
    too_many_pixels: (most: string) => `Das Bild ist zu groß: höchstens ${most} Pixel.`,
    too_many_frames: (most: string) => `Die Animation ist zu lang: höchstens ${most} Einzelbilder.`,
    too_many_files: (most: string) => `Ausgelassen: Ein Formular hat höchstens ${most} Bilder.`,
    animated_avif:
      'Animiertes AVIF wird nicht unterstützt. Senden Sie ein AVIF ohne Animation oder ein animiertes WebP.',
    animated_png:
      'Ein animiertes PNG kann komprimiert, aber nicht verkleinert oder gefüllt werden.',
    animation_keeps_type: 'Eine Animation behält ihren Typ. Wählen Sie „wie er ist“.',
    bad_operation:
      'Die Optionen sind nicht möglich. Breite und Höhe sind ganze Zahlen von 1 bis 65535.',
    broken_form:
      'Das Formular ist nicht ganz angekommen. Senden Sie die Bilder noch einmal, die hier fehlen oder Ihre Angaben nicht haben.',
    demo_used_up:
      'Zu viele Bilder in dieser Stunde. Melden Sie sich an, oder versuchen Sie es später wieder.',
    last_administrator:
      'Kein anderer Administrator kann sich anmelden. Machen Sie zuerst ein anderes Konto zum Administrator.',
    needs_background:
      'Das Bild ist durchsichtig, was JPEG nicht kann. Wählen Sie einen Hintergrund.',
    no_such_result: 'Das Bild lässt sich nicht in diesem Typ erzeugen.',
    sweep_originals:
      'Der Speicher hebt keine Versionen ersetzter Bilder auf. Wählen Sie, wo Originale bleiben, einen anderen Ort für Ergebnisse, oder verzichten Sie auf Originale.',
    sweep_races:
      'Der Speicher missachtet bedingtes Schreiben, so dass ein Bild verloren gehen kann, das jemand währenddessen speichert. Wählen Sie einen anderen Ort für Ergebnisse, oder lassen Sie das zu.',
    sweep_under_way:
      'Ein anderer Durchgang läuft. Brechen Sie ihn ab, oder warten Sie auf sein Ende.',
  },
};
