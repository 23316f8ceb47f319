import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlText, plainText } from '../../src/mail/letter.ts'
import { languages, type MailTexts, textsFor } from '../../src/system/mail.texts.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../mail-server.ts'
import { startService, type TestService } from '../service.ts'
import { addToGroup, createTenant, signUpStranger } from '../world.ts'

const facts = {
  email: 'kim@example.org',
  appUrl: 'https://desk.example.org',
  place: 'desk.example.org',
  link: 'https://desk.example.org/somewhere#token=secret',
  tenant: 'Lakeside & Sons',
  invitedBy: 'Ada Lovelace',
  message: 'Welcome, <Kim>.',
  days: 7,
  url: 'https://hooks.example.org/desk',
  unsubscribe: 'https://desk.example.org/t/lakeside/account',
  entries: [
    ...(['assigned', 'approval_requested', 'mentioned', 'due', 'watched'] as const).map((kind) => ({
      kind,
      about: 'issue' as const,
      key: 'DEV-12',
      title: 'Roof leaks',
      actor: 'Ada Lovelace',
      link: 'https://desk.example.org/t/lakeside/issues/DEV-12',
    })),
    {
      kind: 'due' as const,
      about: 'asset' as const,
      key: 'NB-0854',
      title: 'Notebook of the library',
      actor: null,
      link: 'https://desk.example.org/t/lakeside/assets/01K00000000000000000000001',
    },
  ],
}
const kinds = Object.keys(textsFor('en')) as (keyof MailTexts)[]
const written = [...languages].flatMap(([language, texts]) =>
  kinds.map((kind) => ({ language, kind, texts })),
)

describe.each(written)('the mail $kind in $language', ({ language, kind, texts }) => {
  test.each([
    ['with all facts', facts],
    [
      'of somebody without a name, without a message, for a day',
      {
        ...facts,
        invitedBy: null,
        message: null,
        days: 1,
        entries: facts.entries.slice(0, 1).map((entry) => ({ ...entry, actor: null })),
      },
    ],
  ])('has no gap left, as text and as HTML, %s', (_, variant) => {
    const letter = texts[kind](variant)
    const [text, html] = [plainText(letter), htmlText(letter)]
    expect(letter.language).toBe(language)
    for (const content of [letter.subject, text, html])
      expect(content).not.toMatch(/undefined|null|NaN|\[object|\$\{|\{\w*\}|%[sd]|=>/)
    expect(text).toContain(facts.email)
    expect(text).toContain(facts.place)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(facts.email)
    for (const paragraph of [...letter.paragraphs, ...letter.notes]) {
      expect(paragraph).toMatch(/^\S.*([.:]|https:\S+)$/s)
      expect(text).toContain(paragraph)
    }
    if (letter.action) {
      expect(text).toContain(letter.action.url)
      expect(html).toContain(`href="${letter.action.url}"`)
    }
  })

  test('is written in words of its own', () => {
    const [mine, english] = [texts[kind](facts), textsFor('en')[kind](facts)]
    if (language !== 'en') {
      expect(mine.subject).not.toBe(english.subject)
      expect(mine.paragraphs).not.toEqual(english.paragraphs)
    }
    expect([mine.paragraphs.length, mine.notes.length, mine.action?.url, mine.quote]).toEqual([
      english.paragraphs.length,
      english.notes.length,
      english.action?.url,
      english.quote,
    ])
  })
})

test('a locale is answered in its language, and in English where there are no texts in it', () => {
  const languageOf = (locale: string | null) => textsFor(locale).passwordReset(facts).language
  expect(['de', 'de-CH', 'DE-at', 'en-GB', 'fr', '', 'constructor', null].map(languageOf)).toEqual([
    'de',
    'de',
    'de',
    'en',
    'en',
    'en',
    'en',
    'en',
  ])
})

describe('the receiver', () => {
  let mail: MailServer
  let service: TestService
  beforeAll(async () => {
    mail = await startMailServer()
    service = await startService({ ...mail.settings, MAIL_RATE: '0' })
  })
  afterAll(async () => {
    await service.stop()
    await mail.stop()
  })

  const german = (one: ReceivedMail | undefined) => one?.raw.includes('Content-Language: de')
  /** Requests a password reset and returns its mail. The mail before it verifies the address. */
  const forgot = async (email: string): Promise<ReceivedMail | undefined> => {
    await service.anonymous.auth.requestPasswordReset({ email })
    return (await mail.mailsTo(email, 2)).find(({ text }) => text.includes('/reset-password#'))
  }

  test('is written to in the preferred language, else in that of the tenant chosen last, else in English', async () => {
    const [preferring, member, neither] = [
      await signUpStranger(service),
      await signUpStranger(service),
      await signUpStranger(service),
    ]
    await preferring.client.me.preferences.update({ locale: 'de-AT' })
    const owner = await signUpStranger(service)
    const tenantId = await createTenant(service, { owners: [owner] })
    await service.as(owner.token, tenantId).tenants.update({ tenant_id: tenantId }, { locale: 'de' })
    await addToGroup(service, tenantId, 'users', member)
    expect(german(await forgot(preferring.email))).toBe(true)
    expect(german(await forgot(member.email))).toBe(true)
    expect(german(await forgot(neither.email))).toBe(false)
  })

  test('of an invitation without an account is written to in the language of the tenant', async () => {
    const owner = await signUpStranger(service)
    const tenantId = await createTenant(service, { owners: [owner] })
    const client = service.as(owner.token, tenantId)
    await client.tenants.update({ tenant_id: tenantId }, { locale: 'de' })
    await client.invitations.create({ email: 'neu@example.org', message: 'Willkommen' })
    const [got] = await mail.mailsTo('neu@example.org')
    expect([got?.subject, german(got)]).toEqual([`Einladung zu Tenant ${tenantId}`, true])
    expect(got?.html).toContain('Einladung annehmen oder ablehnen')
  })
})
