import type { Text } from '../en.ts';

/** Of the page of an account. */
export const ofAccount: Pick<Text, 'account' | 'addresses' | 'certificate' | 'passkey'> = {
  account: {
    title: 'Konto',
    profile: 'Angaben',
    apiKey: 'API-Schlüssel',
    keyLead: 'Programme, die diesen Dienst benutzen, melden sich mit dem Schlüssel an.',
    keyHidden: 'Der Schlüssel ist verborgen',
    show: 'Schlüssel zeigen',
    hidesIn: 'Nach einer Minute wird er wieder verborgen.',
    rotate: 'Schlüssel ersetzen',
    rotateWarning:
      'Programme mit dem alten Schlüssel arbeiten sofort nicht mehr. Sie müssen jedem den neuen geben.',
    rotated: 'Der Schlüssel wurde ersetzt. Der alte gilt nicht mehr.',
    code: 'In einem Programm benutzen',
    codeHint: 'Zeigen Sie den Schlüssel, damit er hier eingesetzt wird.',
    codeShownHint: 'Diese Beispiele enthalten Ihren Schlüssel.',
    usage: 'Verbrauch',
    thisMonth: (month) => `Komprimierungen im ${month}`,
    ofLimit: (count, limit) => `${count} von ${limit}`,
    noLimit: 'Keine Grenze im Monat',
    remaining: (remaining, date) => `noch ${remaining} bis ${date}`,
    usedUp: (date) => `Die Grenze ist erreicht. Am ${date} beginnt sie von vorn.`,
    perMinute: (count) => `Höchstens ${count} Anfragen in der Minute`,
    noPerMinute: 'Keine Grenze der Anfragen in der Minute',
    chart: 'Komprimierungen der letzten zwölf Monate',
    month: 'Monat',
    compressions: 'Komprimierungen',
    showTable: 'Als Tabelle zeigen',
    passwordTitle: 'Passwort',
    passwordSaved: 'Das Passwort wurde geändert. Alle anderen Geräte sind abgemeldet.',
    passwordFirst: 'Legen Sie zuerst ein Passwort fest. Es zeigt, dass das Konto Ihnen gehört.',
    saved: 'Gespeichert.',
    emailSaved: 'Gespeichert. Alle anderen Geräte sind abgemeldet.',
    passkeys: 'Passkeys',
    passkeysLead:
      'Mit einem Passkey melden Sie sich durch die Sperre Ihres Geräts an, ohne zu tippen. Ihr Passwort gilt weiterhin.',
    passkeyMade: (date: string) => `angelegt am ${date}`,
    passkeyName: 'Name des Passkeys',
    passkeyNameHint: 'Zum Beispiel das Gerät, auf dem er ist.',
    addPasskey: 'Passkey hinzufügen',
    removePasskey: 'Entfernen',
    removePasskeyNamed: (name: string) => `Den Passkey ${name} entfernen`,
    passkeyNeedsPassword:
      'Legen Sie zuerst ein Passwort fest. Es wird gebraucht, wenn das Gerät eines Passkeys verloren geht.',
    passkeysFull: 'Für weitere Passkeys ist kein Platz. Entfernen Sie zuerst einen.',
    passkeyAdded: 'Der Passkey wurde hinzugefügt. Sie können sich mit ihm anmelden.',
    passkeyRemoved:
      'Der Passkey wurde entfernt. Angemeldete Geräte bleiben es, bis Sie sich überall abmelden.',
    devices: 'Geräte',
    devicesHint:
      'Abmelden auf einem Gerät lässt die anderen angemeldet. Hier melden Sie alle ab, auch dieses, und beenden Links und Einladungen, die Sie erzeugt haben.',
    signOutAll: 'Überall abmelden',
  },
  addresses: {
    title: 'Bilder über ihre Adresse',
    lead: 'Eine Seite nennt Bild, Größe und Typ in einer unterschriebenen Adresse. Programme unterschreiben mit einem Schlüsselpaar.',
    pair: (name) => `Schlüsselpaar: ${name}`,
    hidden: 'Zeigen Sie den API-Schlüssel, um es zu sehen und hier einzusetzen.',
    with: 'Unterschreiben mit',
    source: 'Bild',
    sourceHint: 'Zum Beispiel https://cdn.example/photo.jpg oder local:///photo.jpg.',
    fit: 'Seitenverhältnis',
    inside: 'Ganzes Bild innerhalb der Größe',
    covering: 'Auf die Größe zugeschnitten',
    byBrowser: 'Der beste, den der Browser zeigt',
    make: 'Adresse erzeugen',
    made: 'Die Adresse:',
    notDelivered:
      'Bilder dieser Quelle werden nicht ausgeliefert. Der Betreiber dieses Dienstes legt fest, welche es werden.',
  },
  certificate: {
    lead: (name) =>
      `Dieser Dienst hat ein selbst ausgestelltes Zertifikat. Die Beispiele lesen es aus ${name} in dem Ordner, in dem sie laufen.`,
    download: (name) => `${name} herunterladen.`,
    trust:
      'Auch Browser warnen nicht mehr, wenn Ihr System ihm vertraut. Vergleichen Sie vorher seinen Fingerabdruck mit dem beim Betreiber.',
  },
  passkey: {
    title: 'Passkey hinzufügen',
    lead: (name: string) =>
      `Ihr Browser fragt, wo der Passkey „${name}“ aufbewahrt werden soll, und Ihr Gerät bittet um Bestätigung.`,
    submit: 'Passkey anlegen',
    notMade: 'Es wurde kein Passkey angelegt. Versuchen Sie es noch einmal, oder gehen Sie zurück.',
    unsupported:
      'Dieser Browser kann keine Passkeys anlegen, oder er führt die Skripte dieser Seite nicht aus.',
  },
};
