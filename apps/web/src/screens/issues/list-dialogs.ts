// What is opened for several chosen issues or by a key, loaded together.
export { BulkChangeDialog } from './bulk-change-dialog.tsx'
export { BulkMoveDialog } from './bulk-move-dialog.tsx'
export { KeysDialog } from './keys-dialog.tsx'
