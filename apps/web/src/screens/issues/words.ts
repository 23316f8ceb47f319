import type { Issue } from '@commonhold/contract'
import type { Tone } from '../../ui/marks.tsx'

/** How a status is drawn, by what it means for the work. */
export const categoryTones = {
  backlog: 'waiting',
  unstarted: 'open',
  started: 'active',
  completed: 'good',
  cancelled: 'quiet',
} as const satisfies Record<Issue['status_category'], Tone>

/** How urgent a level of priority looks: 1 is the most urgent. */
export const levelTone = (level: number): Tone =>
  level === 1 ? 'problem' : level === 2 ? 'caution' : level === 3 ? 'open' : 'quiet'
