import type { MailTexts, NotificationEntry } from './mail.texts.ts'

const language = 'de'

const happened = ({ kind, about, key, title, actor }: NotificationEntry): string => {
  const who = actor ?? 'Das System'
  const record = `${key} „${title}“`
  return {
    assigned: `${who} hat Ihnen ${record} zugewiesen.`,
    approval_requested: `${who} bittet Sie, ${record} zu genehmigen.`,
    mentioned: `${who} hat Sie in einem Kommentar zu ${record} genannt.`,
    due:
      about === 'issue'
        ? `${record} ist fällig. Der Vorgang ist Ihnen zugewiesen.`
        : `${record} ist zurückzugeben. Sie haben das Gerät in Händen.`,
    watched: `${who} hat ${record} geändert. Sie beobachten diesen Vorgang.`,
  }[kind]
}

/** Every mail in German. */
export const german: MailTexts = {
  passwordReset: ({ email, place, link }) => ({
    language,
    subject: 'Neues Passwort festlegen',
    paragraphs: [`Sie können ein neues Passwort für das Konto ${email} bei ${place} festlegen.`],
    action: { label: 'Neues Passwort festlegen', url: link },
    notes: [
      'Der Link funktioniert einmal, innerhalb von 30 Minuten.',
      'Wenn Sie das nicht angefordert haben, müssen Sie nichts tun: Das Passwort bleibt, wie es ist.',
    ],
  }),
  unknownAddress: ({ email, place }) => ({
    language,
    subject: 'Es gibt kein Konto mit dieser Adresse',
    paragraphs: [
      `Für ${email} wurde bei ${place} ein neues Passwort angefordert, aber kein aktives Konto hat diese Adresse.`,
      'Vielleicht haben Sie sich mit einer anderen Adresse registriert.',
    ],
    notes: ['Wenn Sie das nicht angefordert haben, müssen Sie nichts tun.'],
  }),
  verifyEmail: ({ email, place, link }) => ({
    language,
    subject: 'E-Mail-Adresse bestätigen',
    paragraphs: [`Bitte bestätigen Sie, dass ${email} die Adresse Ihres Kontos bei ${place} ist.`],
    action: { label: 'Adresse bestätigen', url: link },
    notes: [
      'Der Link funktioniert einmal, innerhalb von drei Tagen.',
      'Wenn Sie dort kein Konto haben, müssen Sie nichts tun: Vielleicht hat sich jemand vertippt.',
    ],
  }),
  emailChangeRequested: ({ email, place, appUrl }) => ({
    language,
    subject: 'Ihr Konto soll eine andere E-Mail-Adresse erhalten',
    paragraphs: [
      `Für das Konto ${email} bei ${place} wurde eine andere E-Mail-Adresse eingetragen. Sie gilt, sobald sie bestätigt ist. Bis dahin gilt diese.`,
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Legen Sie jetzt ein neues fest, damit wird die Änderung abgebrochen.',
    ],
    action: { label: 'Neues Passwort festlegen', url: `${appUrl}/forgot-password` },
    notes: [],
  }),
  emailChanged: ({ email, place }) => ({
    language,
    subject: 'Ihr Konto hat eine andere E-Mail-Adresse',
    paragraphs: [
      `Das Konto bei ${place} mit der Adresse ${email} hat jetzt eine andere Adresse. Mit der alten kann man sich nicht mehr anmelden.`,
      'Wenn Sie das nicht erwartet haben, wenden Sie sich an die Betreiber des Dienstes.',
    ],
    notes: [],
  }),
  webhookDisabled: ({ email, place, url, tenant }) => ({
    language,
    subject: `Ein Webhook von ${tenant} wurde abgeschaltet`,
    paragraphs: [
      `Der Webhook-Endpunkt ${url}, den ${email} in ${tenant} bei ${place} angelegt hat, hat fünf Tage lang nichts angenommen und wurde abgeschaltet.`,
      'Schalten Sie ihn wieder ein, wenn er funktioniert. Ereignisse der letzten 30 Tage können dann erneut gesendet werden.',
    ],
    notes: [],
  }),
  invitation: ({ email, place, link, tenant, invitedBy, message, days }) => ({
    language,
    subject: `Einladung zu ${tenant}`,
    paragraphs: [
      invitedBy
        ? `${invitedBy} lädt Sie (${email}) ein, ${tenant} bei ${place} beizutreten.`
        : `Sie (${email}) sind eingeladen, ${tenant} bei ${place} beizutreten.`,
    ],
    quote: message ?? undefined,
    action: { label: 'Einladung annehmen oder ablehnen', url: link },
    notes: [
      `Die Einladung gilt ${days === 1 ? 'noch einen Tag' : `noch ${days} Tage`}.`,
      'Wenn Sie nicht wissen, wer Sie einlädt, müssen Sie nichts tun.',
    ],
  }),
  notification: ({ email, place, tenant, unsubscribe, entries }) => {
    const [first] = entries
    const isOne = entries.length === 1
    return {
      language,
      subject: first && isOne ? `[${tenant}] ${first.key} ${first.title}` : `[${tenant}] Neues für Sie`,
      paragraphs: entries.map((entry) => (isOne ? happened(entry) : `${happened(entry)} ${entry.link}`)),
      ...(first && isOne
        ? { action: { label: first.about === 'issue' ? 'Vorgang öffnen' : 'Gerät öffnen', url: first.link } }
        : {}),
      notes: [
        `${email} erhält diese Mail von ${place}. Wählen Sie, welche dieser Mails Sie erhalten: ${unsubscribe}`,
      ],
      unsubscribe,
    }
  },
  passwordChanged: ({ email, place, appUrl }) => ({
    language,
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `Das Passwort des Kontos ${email} bei ${place} wurde geändert.`,
      'Wenn Sie das nicht waren, legen Sie jetzt ein neues Passwort fest und wenden Sie sich an die Betreiber des Dienstes.',
    ],
    action: { label: 'Neues Passwort festlegen', url: `${appUrl}/forgot-password` },
    notes: [],
  }),
}
