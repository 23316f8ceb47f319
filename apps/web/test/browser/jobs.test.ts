import type { Asset } from '@commonhold/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type District, openDistrict, startDistrict } from '../../gallery/district.ts'
import { keptAfterSignIn, newPage } from './browser.ts'
import { printJob } from './peers.ts'
import { openScan, scan } from './scanner.ts'
import { countingBrowser, nameOrganisation, noActions, signUp, takeFirstSteps } from './setting-up.ts'
import { settled } from './settled.ts'
import type { Stack } from './stack.ts'
import { countActions, typeAndChoose } from './work-stage.ts'

/**
 * The number of issues to create. A whole district has 4,000, which take minutes; 3,700 of them are closed, and only closed ones
 * are left out. The open ones, with which the lists begin, are the same.
 */
const ISSUES = 500

let stack: Stack
let district: District
/** Devices that nobody has. */
let free: Asset[]
beforeAll(async () => {
  const begun = performance.now()
  stack = await startDistrict('--day', '2026-11-20', '--issues', String(ISSUES))
  district = await openDistrict(stack.web)
  const idle = await district.owner.assets.list({ status: ['active'], person_id__is_null: true, limit: 500 })
  free = idle.filter((asset) => asset.serial_number !== null && asset.available_quantity === 1)
  console.info(
    `A district with ${ISSUES} issues is made in ${Math.round((performance.now() - begun) / 1000)} s`,
  )
})
afterAll(() => stack?.stop())

/** A page of the district's owner, and the address of the district. */
async function enter() {
  const storageState = keptAfterSignIn(district.tokens.owner ?? '', stack.web)
  const page = await newPage({ baseURL: stack.web, storageState })
  return { page, home: `/t/${district.slugs.full}` }
}

/** A device that nobody has, and that no other job uses. */
function freeAsset(): Asset {
  const asset = free.shift()
  if (!asset) throw new Error('every device of the district is handed out')
  return asset
}

/** A pupil or an employee, by the number on the card. */
async function personOf(card: string) {
  const [person] = await district.owner.persons.list({ external_id: [card] })
  if (!person) throw new Error(`nobody in the district has the card ${card}`)
  return person
}

const handOut = ({ id: asset_id }: Asset, { id: person_id }: { readonly id: string }) =>
  district.owner.assetCirculations.create({ asset_id, circulation_type: 'issue', person_id })

const now = ({ id: asset_id }: Asset) => district.owner.assets.get({ asset_id })

/** Counts the actions from now on. The returned function prints them beside those of other programs. */
async function begin(page: Page, name: string, job: Parameters<typeof printJob>[2]) {
  await settled(page)
  const counted = await countActions(page)
  return async () => {
    const actions = await counted()
    printJob(name, actions, job)
    return actions
  }
}

describe('in a district of 1,200 people and 900 devices', () => {
  it('things are handed to people', async () => {
    const scene = await enter()
    const { page } = scene
    const [first, second] = [await personOf('P-0003'), await personOf('E-0007')]
    const [one, two] = [freeAsset(), freeAsset()]
    await openScan(scene, 'issue')
    const end = await begin(page, 'Two things handed to two people', 'hand out')
    await scan(page, 'P-0003', `Handing out to ${first.display_name}`)
    await scan(page, one.asset_tag, `${one.name} was handed to ${first.display_name}`)
    await scan(page, 'E-0007', `Handing out to ${second.display_name}`)
    await scan(page, two.asset_tag, `${two.name} was handed to ${second.display_name}`)
    const typed = ['P-0003', one.asset_tag, 'E-0007', two.asset_tag].join('\n').length + 1
    expect(await end()).toEqual({ clicks: 0, keys: typed, loads: 0 })
    expect(await now(one)).toMatchObject({ person_id: first.id })
    expect(await now(two)).toMatchObject({ person_id: second.id })
  })

  it('things are taken back, and one is damaged', async () => {
    const scene = await enter()
    const { page } = scene
    const person = await personOf('E-0009')
    const [one, two] = [freeAsset(), freeAsset()]
    for (const asset of [one, two]) await handOut(asset, person)
    await openScan(scene, 'return')
    const end = await begin(page, 'Two things taken back, one damaged', 'take back')
    await scan(page, one.asset_tag, `${one.name} is back`)
    await scan(page, 'd', `A repair of ${one.name} was opened.`)
    await scan(page, two.asset_tag, `${two.name} is back`)
    const typed = [one.asset_tag, 'd', two.asset_tag].join('\n').length + 1
    expect(await end()).toEqual({ clicks: 0, keys: typed, loads: 0 })
    expect(await now(one)).toMatchObject({ person_id: null, in_repair: true })
    expect(await now(two)).toMatchObject({ person_id: null, in_repair: false })
  })

  it('ten new incidents are assigned and begun by keys alone', async () => {
    const { page, home } = await enter()
    const [ravi] = await district.owner.users.list({ q: 'Ravi Mehta' })
    const queue = await district.owner.issues.list({
      status: ['new'],
      issue_type: ['incident'],
      sort: ['number'],
      limit: 10,
    })
    await page.goto(`${home}/issues?issue_type=incident&status=new&sort=number`)
    const rowOf = (key: string) => page.getByRole('row').filter({ has: page.getByText(key, { exact: true }) })
    await rowOf(queue[0]?.key ?? '').waitFor()
    const end = await begin(page, 'Clear the queue, ten issues', 'clear the queue')
    for (const { key } of queue) {
      await page.keyboard.press('j')
      await page.locator('tr:focus-within', { has: page.getByText(key, { exact: true }) }).waitFor()
      await page.keyboard.press('a')
      await page.getByRole('dialog', { name: `Assign ${key}` }).waitFor()
      await typeAndChoose(page, 'ra', /Ravi Mehta/)
      await page.locator('tr:focus-within', { hasText: 'Ravi Mehta' }).waitFor()
      await page.keyboard.press('m')
      await typeAndChoose(page, 'st', /^Start/)
      // The issue is no longer new, so it leaves the list and the next one follows.
      await rowOf(key).waitFor({ state: 'detached' })
    }
    expect(await end()).toEqual({ clicks: 0, keys: 90, loads: 0 })
    for (const { id: issue_id } of queue)
      expect(await district.owner.issues.get({ issue_id })).toMatchObject({
        assignee_id: ravi?.id,
        status_category: 'started',
      })
  })

  it('somebody leaves who holds three things', async () => {
    const { page, home } = await enter()
    const person = await personOf('P-0021')
    const things = [...(await district.owner.assets.list({ person_id: [person.id] }))]
    while (things.length < 3) {
      const asset = freeAsset()
      await handOut(asset, person)
      things.push(asset)
    }
    await page.goto(`${home}/people/${person.id}`)
    for (const { name } of things)
      await page.getByRole('region', { name: 'Holds now' }).getByText(name).waitFor()
    const end = await begin(page, 'A person with 3 things leaves', 'leaves')
    await page.getByRole('button', { name: 'Take everything back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 things are taken back').waitFor()
    await dialog.getByRole('button', { name: 'Take everything back' }).click()
    await page.getByText('3 things were taken back.').waitFor()
    await page.getByText('Nothing is handed out to this person.').waitFor()
    expect(await end()).toEqual({ clicks: 2, keys: 0, loads: 0 })
    for (const thing of things) expect(await now(thing)).toMatchObject({ person_id: null })
  })

  it('another organisation is set up from the sign-up on', async () => {
    const begun = performance.now()
    const own = noActions()
    const page = await (await countingBrowser({ baseURL: stack.web }, own)).newPage()
    await signUp(page, 'olu@lakeside.example')
    await nameOrganisation(page, 'Lakeside School', 'Olu Owner')
    await takeFirstSteps(page, ['kim@lakeside.example', 'lee@lakeside.example', 'max@lakeside.example'])
    const seconds = Math.round((performance.now() - begun) / 1000)
    printJob(`A new owner's first things and invitations, in ${seconds} s`, own, 'set up')
    expect(own.clicks).toBeLessThanOrEqual(20)
    expect(own.loads).toBeLessThanOrEqual(2)
  })
})
