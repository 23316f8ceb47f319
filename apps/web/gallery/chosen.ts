import type { Look } from './take.ts'

/** The pictures of docs/screens.md: the file, and what it shows. */
export const chosenPictures: readonly { readonly file: string; readonly of: string; readonly look: Look }[] =
  [
    { file: 'issues', of: 'full: an issue beside the list', look: 'desktop light' },
    { file: 'board', of: '/t/$tenant/issues/board', look: 'desktop dark' },
    { file: 'issue', of: '/t/$tenant/issues/$issue', look: 'desktop light' },
    { file: 'changes', of: '/t/$tenant/issues/calendar', look: 'desktop light' },
    { file: 'asset', of: '/t/$tenant/assets/$asset', look: 'desktop light' },
    { file: 'assets-phone', of: '/t/$tenant/assets', look: 'phone light' },
    { file: 'commands', of: 'full: command menu', look: 'desktop dark' },
    { file: 'impact', of: '/t/$tenant/configuration-items/$item', look: 'desktop light' },
    { file: 'person', of: '/t/$tenant/people/$person', look: 'desktop dark' },
    { file: 'school', of: '/t/$tenant/schools/$school', look: 'desktop light' },
    { file: 'workflow', of: '/t/$tenant/settings/workflows/$workflow', look: 'desktop light' },
    { file: 'group', of: '/t/$tenant/settings/groups/$group', look: 'desktop light' },
  ]
