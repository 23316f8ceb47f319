// Dialogs of the list: changes and moves of issues. They are loaded together.
export { BulkChangeDialog } from './bulk-change-dialog.tsx'
export { BulkMoveDialog } from './bulk-move-dialog.tsx'
export { MoveChooser } from './move-chooser.tsx'
