import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberEmail, rememberedEmail } from '../../src/remembered-email.ts'
import { onOtherTab, readToken, SESSION_KEY, storeToken, takeToken } from '../../src/session.ts'

const entries = new Map<string, string>()
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => entries.set(key, value),
  removeItem: (key: string) => entries.delete(key),
}

beforeEach(() => {
  entries.clear()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', new EventTarget())
})

describe('session', () => {
  it('keeps the access token, and nothing else, under one key', () => {
    storeToken('one')
    expect([...entries]).toEqual([[SESSION_KEY, '{"access_token":"one"}']])
    expect(readToken()).toBe('one')
  })

  it('gives the token away once', () => {
    storeToken('one')
    expect(takeToken()).toBe('one')
    expect(takeToken()).toBeNull()
    expect([...entries]).toEqual([])
  })

  it.each(['', 'one', '{', 'null', '[]', '"one"', '{}', '{"access_token":7}', '{"access_token":""}'])(
    'takes %j under the key for being signed out',
    (text) => {
      entries.set(SESSION_KEY, text)
      expect(readToken()).toBeNull()
    },
  )

  it('hears of another tab, and of nothing else', () => {
    const heard = vi.fn()
    const stop = onOtherTab(heard)
    const tell = (key: string | null, storageArea: unknown = storage) =>
      window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }))
    tell('commonhold.email')
    tell(SESSION_KEY, {})
    expect(heard).not.toHaveBeenCalled()
    tell(SESSION_KEY)
    tell(null)
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
    tell(SESSION_KEY)
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

describe('the remembered email', () => {
  it('is the latest one, until it is to be forgotten', () => {
    rememberEmail('ada@example.org', true)
    rememberEmail('grace@example.org', true)
    expect(rememberedEmail()).toBe('grace@example.org')
    rememberEmail('ada@example.org', false)
    expect(rememberedEmail()).toBe('')
  })
})
