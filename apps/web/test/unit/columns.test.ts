import { expect, it } from 'vitest'
import { type Column, isFixed, shownColumns } from '../../src/records/columns.ts'

const cell = () => null
const name: Column<unknown> = { id: 'name', title: 'Name', isName: true, cell }
const tag: Column<unknown> = { id: 'tag', title: 'Tag', cell }
const actions: Column<unknown> = { id: 'actions', title: 'Actions', isAction: true, cell }

it('the name and the actions are shown whatever is hidden, and cannot be chosen', () => {
  const columns = [name, tag, actions]
  expect(shownColumns(columns, new Set(['name', 'tag', 'actions']))).toEqual([name, actions])
  expect(columns.filter((column) => !isFixed(column))).toEqual([tag])
})
