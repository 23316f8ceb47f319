// Dialogs of the list: changes and moves of several issues, and the keyboard shortcuts. They are loaded together.
export { BulkChangeDialog } from './bulk-change-dialog.tsx'
export { BulkMoveDialog } from './bulk-move-dialog.tsx'
export { KeysDialog } from './keys-dialog.tsx'
