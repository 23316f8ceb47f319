/** Made by vite/slim-contract.ts. */
declare module 'virtual:contract' {
  type Contract = import('@commonhold/contract').ApiContract
  // Every resource without its schemas, which is enough for a client. Its types are those of the whole contract.
  export const apiKeys: Contract['apiKeys']
  export const assetAssignments: Contract['assetAssignments']
  export const assetCirculations: Contract['assetCirculations']
  export const assetModels: Contract['assetModels']
  export const assetRepairs: Contract['assetRepairs']
  export const assets: Contract['assets']
  export const auth: Contract['auth']
  export const codes: Contract['codes']
  export const configurationItems: Contract['configurationItems']
  export const contacts: Contract['contacts']
  export const employmentAssignmentTypes: Contract['employmentAssignmentTypes']
  export const employmentAssignments: Contract['employmentAssignments']
  export const groups: Contract['groups']
  export const identities: Contract['identities']
  export const invitations: Contract['invitations']
  export const issueFields: Contract['issueFields']
  export const issueLinkTypes: Contract['issueLinkTypes']
  export const issuePriorities: Contract['issuePriorities']
  export const issueScreenFields: Contract['issueScreenFields']
  export const issueScreens: Contract['issueScreens']
  export const issueStatuses: Contract['issueStatuses']
  export const issueTypes: Contract['issueTypes']
  export const issueWorkflowStatuses: Contract['issueWorkflowStatuses']
  export const issueWorkflowTransitions: Contract['issueWorkflowTransitions']
  export const issueWorkflows: Contract['issueWorkflows']
  export const issues: Contract['issues']
  export const locationTypes: Contract['locationTypes']
  export const locations: Contract['locations']
  export const me: Contract['me']
  export const members: Contract['members']
  export const persons: Contract['persons']
  export const projects: Contract['projects']
  export const relationships: Contract['relationships']
  export const schoolCalendars: Contract['schoolCalendars']
  export const schoolEmployments: Contract['schoolEmployments']
  export const schoolEnrollments: Contract['schoolEnrollments']
  export const schoolGradeLevels: Contract['schoolGradeLevels']
  export const schoolYears: Contract['schoolYears']
  export const schools: Contract['schools']
  export const search: Contract['search']
  export const serviceAccounts: Contract['serviceAccounts']
  export const tenants: Contract['tenants']
  export const users: Contract['users']
  /** The pattern by which the service accepts an email address. */
  export const EMAIL_PATTERN: RegExp
}

declare module 'virtual:whole-contract' {
  export const contract: import('@commonhold/contract').ApiContract
  /** The pattern by which the service accepts the id of a record. */
  export const REFERENCE_PATTERN: RegExp
  /** The most changes in one bulk request. */
  export const MOST_BULK_ITEMS: number
  /** Which states each move of an asset leaves and enters. */
  export const assetMoves: Readonly<
    Record<
      keyof typeof import('@commonhold/contract').assetLifecycle.moves,
      {
        readonly from: readonly import('@commonhold/contract').AssetStatus[]
        readonly to: import('@commonhold/contract').AssetStatus
      }
    >
  >
  /** Which states each move of an enrollment leaves and enters. */
  export const enrollmentMoves: Readonly<
    Record<
      keyof typeof import('@commonhold/contract').schoolEnrollmentLifecycle.moves,
      {
        readonly from: readonly import('@commonhold/contract').SchoolEnrollment['status'][]
        readonly to: import('@commonhold/contract').SchoolEnrollment['status']
      }
    >
  >
  /** Which states each move of an employment leaves and enters. */
  export const employmentMoves: Readonly<
    Record<
      keyof typeof import('@commonhold/contract').schoolEmploymentLifecycle.moves,
      {
        readonly from: readonly import('@commonhold/contract').SchoolEmployment['status'][]
        readonly to: import('@commonhold/contract').SchoolEmployment['status']
      }
    >
  >
  /** Which states each move of an assignment leaves and enters. */
  export const assignmentMoves: Readonly<
    Record<
      keyof typeof import('@commonhold/contract').employmentAssignmentLifecycle.moves,
      {
        readonly from: readonly import('@commonhold/contract').EmploymentAssignment['status'][]
        readonly to: import('@commonhold/contract').EmploymentAssignment['status']
      }
    >
  >
}

declare module 'virtual:event-types' {
  /** The kinds of records that have events, and the actions of each: `asset.moved` is the type of the action `moved` of `asset`. */
  export const kindsOfEvents: readonly {
    readonly kind: import('@commonhold/contract').EventKind
    readonly actions: readonly typeof import('@commonhold/contract').eventActions[number][]
  }[]
}
