export { ScanIssue } from './scan-issue.tsx'
export { ScanMove } from './scan-move.tsx'
export { ScanReturn } from './scan-return.tsx'
export { ScanStock } from './stock-take.tsx'
