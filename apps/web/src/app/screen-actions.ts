import { useEffect, useRef } from 'react'

/** An action of the current screen. */
export interface ScreenAction {
  readonly label: string
  /** The name of the record that the action is done with. */
  readonly of?: string
  readonly run: () => void
}

const shownActions = new Set<{ readonly current: readonly ScreenAction[] }>()

/** Offers the actions of a screen's buttons in the command menu too, as long as the screen is shown. */
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

/** The actions of the current screen, with its current callbacks. */
export const screenActions = (): readonly ScreenAction[] =>
  [...shownActions].flatMap(({ current }) => current)
