import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { dayText, momentText, moneyText } from '../../src/preferences.ts'

const look = { theme: 'system', timezone: 'UTC', date_format: 'yyyy_mm_dd' } as const

it.each(['en', 'en-US', 'de', 'fr', null])('tells midnight and noon by 24 hours (%s)', (locale) => {
  const told = (at: string) => momentText(at, { ...look, locale, time_format: 'h24' })
  expect(told('2026-01-02T00:05:00.000Z')).toBe('2026-01-02, 00:05')
  expect(told('2026-01-02T12:05:00.000Z')).toBe('2026-01-02, 12:05')
})

it.each(['en', 'en-US'])('tells midnight and noon by 12 hours (%s)', (locale) => {
  const told = (at: string) => momentText(at, { ...look, locale, time_format: 'h12' })
  expect(told('2026-01-02T00:05:00.000Z')).toMatch(/^2026-01-02, 12:05 AM$/i)
  expect(told('2026-01-02T12:05:00.000Z')).toMatch(/^2026-01-02, 12:05 PM$/i)
})

it.each([
  ['en-US', 'EUR', '€1,234.50'],
  ['de', 'EUR', '1.234,50 €'],
  ['de', 'JPY', '1.235 ¥'],
  ['de', null, '1.234,50'],
])('writes an amount of money as readers of %s do (%s)', (locale, currency, text) => {
  expect(moneyText(1234.5, currency, { locale }).replace(/\u00a0/g, ' ')).toBe(text)
})

it.each([
  ['en', '31/01/2026'],
  ['de', '31.01.2026'],
])('writes a day with the day first as readers of %s do', (locale, text) => {
  i18n.loadAndActivate({ locale, messages: {} })
  expect(dayText('2026-01-31', { date_format: 'dd_mm_yyyy' })).toBe(text)
})
