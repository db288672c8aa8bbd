import type { Text } from '../en.ts';

/** Of the pages by which people get in. */
export const signingIn: Pick<
  Text,
  'setUp' | 'signIn' | 'register' | 'invite' | 'link' | 'confirm' | 'keyShown'
> = {
  setUp: {
    title: 'shrinkd einrichten',
    lead: 'Mit diesem Namen, dieser Adresse und diesem Passwort verwalten Sie diesen Dienst.',
    submit: 'Konto anlegen',
    noToken: 'Öffnen Sie die Adresse, die der Dienst beim Start ausgegeben hat.',
    noTokenHint:
      'Dieser Dienst hat noch keinen Verwalter. In seinem Protokoll beginnt eine Zeile mit „Set up:“. Die Adresse darin gilt einmal. Jeder Start gibt eine neue aus.',
  },
  signIn: {
    title: 'Anmelden',
    submit: 'Anmelden',
    forgot:
      'Passwort vergessen? Der Betreiber dieses Dienstes kann Ihnen einen Link zum Anmelden schicken.',
    noAccount: 'Noch kein Konto?',
    register: 'Konto anlegen',
    askForAccount: 'Konto beantragen',
    signedOut: 'Sie sind auf diesem Gerät abgemeldet.',
    needed: 'Melden Sie sich an, um fortzufahren.',
    passkey: 'Mit einem Passkey anmelden',
    passkeyUnused:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich mit dem Passwort an.',
  },
  register: {
    title: 'Konto anlegen',
    titleApproval: 'Konto beantragen',
    lead: 'Ihr API-Schlüssel wird angezeigt, sobald das Konto angelegt ist.',
    leadApproval: 'Sie können das Konto benutzen, sobald der Betreiber es freigegeben hat.',
    submit: 'Konto anlegen',
    submitApproval: 'Konto beantragen',
    addressHint:
      'Sie melden sich mit dieser Adresse und diesem Passwort an, wenn nicht ein anderes Konto die Adresse hat. Der Schlüssel gilt in beiden Fällen.',
    closed: 'Die Registrierung ist geschlossen',
    closedHint: 'Bitten Sie den Betreiber dieses Dienstes um eine Einladung.',
    waiting: 'Ihr Antrag ist eingegangen',
    waitingHint:
      'Der Betreiber dieses Dienstes muss das Konto freigeben. Ihr API-Schlüssel steht schon hier. Er gilt ab der Freigabe.',
    haveAccount: 'Sie haben ein Konto?',
  },
  invite: {
    title: 'Sie sind eingeladen',
    lead: 'Wählen Sie ein Passwort, um Ihr Konto anzulegen.',
    submit: 'Konto anlegen',
    invalid: 'Diese Einladung gilt nicht',
    invalidHint: 'Sie wurde benutzt oder widerrufen oder ist abgelaufen. Bitten Sie um eine neue.',
  },
  link: {
    title: 'Mit einem Link anmelden',
    lead: (name) => `Dieser Link meldet Sie als ${name} an. Er gilt einmal.`,
    submit: 'Anmelden',
    resetHint: 'Danach können Sie auf der Kontoseite ein neues Passwort setzen.',
    invalid: 'Dieser Link gilt nicht',
    invalidHint:
      'Er wurde benutzt, ist abgelaufen, oder Ihr Konto wurde seither geändert. Bitten Sie den Betreiber dieses Dienstes um einen neuen.',
  },
  confirm: {
    title: 'Geben Sie Ihr Passwort noch einmal ein',
    lead: 'Ihre Anmeldung ist eine Weile her. Das schützt Ihr Konto, wenn ein Gerät offen stehen blieb.',
    submit: 'Weiter',
  },
  keyShown: {
    title: 'Ihr API-Schlüssel',
    lead: 'Programme melden sich mit diesem Schlüssel an. Auf der Kontoseite wird er wieder angezeigt.',
    try: 'Zum Ausprobieren: das komprimiert photo.jpg',
    goOn: 'Bilder im Browser komprimieren',
  },
};
