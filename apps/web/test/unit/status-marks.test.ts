import type { IssueStatus } from '@commonhold/contract'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { lookOf } from '../../src/screens/issues/status-look.tsx'
import { Status } from '../../src/ui/marks.tsx'

const statusOf = (category: IssueStatus['category'], position: number, pauses_clock = false) => ({
  category,
  position,
  pauses_clock,
})

const statuses = {
  triage: statusOf('backlog', 1),
  new: statusOf('unstarted', 2),
  in_progress: statusOf('started', 3),
  on_hold: statusOf('started', 4, true),
  approved: statusOf('started', 5),
  resolved: statusOf('completed', 6),
  cancelled: statusOf('cancelled', 7),
}

it('statuses that mean something else have another shape, whatever the colours', () => {
  const all = Object.values(statuses)
  const shapes = all.map((status) => {
    const mark = createElement(Status, { ...lookOf(status.category, status, all), children: null })
    return renderToStaticMarkup(mark).replace(/tone-[a-z]+/, '')
  })
  expect(new Set(shapes).size).toBe(all.length)
})
