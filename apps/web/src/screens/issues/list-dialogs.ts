// The dialogs of the list that change and move issues, as one chunk to load.
export { BulkChangeDialog } from './bulk-change-dialog.tsx'
export { BulkMoveDialog } from './bulk-move-dialog.tsx'
export { MoveChooser } from './move-chooser.tsx'
