import { useEffect, useRef } from 'react'

/** What can be done on the screen that is shown. */
export interface ScreenAction {
  readonly label: string
  /** What the record is called that it is done with. */
  readonly of?: string
  readonly run: () => void
}

const shownActions = new Set<{ readonly current: readonly ScreenAction[] }>()

/** Offers in the command menu what the screen has buttons for, while it is shown. */
export function useScreenActions(actions: readonly ScreenAction[]) {
  const current = useRef(actions)
  current.current = actions
  useEffect(() => {
    shownActions.add(current)
    return () => {
      shownActions.delete(current)
    }
  }, [])
}

/** What can be done on the screen now. */
export const screenActions = (): readonly ScreenAction[] =>
  [...shownActions].flatMap(({ current }) => current)
