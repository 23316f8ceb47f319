import { type RecordQuota, recordQuotas } from '@commonhold/contract'

/** The tables and operations of a quota of records. */
interface Counted {
  /** The tables whose rows are counted. */
  readonly tables: readonly string[]
  /** The operations that are refused while the quota is reached. */
  readonly creates: readonly string[]
}

/** The tables and operations of each quota of records. */
export const countedRecords: Readonly<Record<RecordQuota, Counted>> = {
  projects: { tables: ['projects'], creates: ['createProject'] },
  // A repair is an issue.
  issues: { tables: ['issues'], creates: ['createIssue', 'createIssueOfProject', 'createAssetRepair'] },
  issue_comments: { tables: ['issue_comments'], creates: ['createCommentOfIssue'] },
  issue_attachments: { tables: ['issue_attachments'], creates: ['createAttachmentOfIssue'] },
  issue_parts: {
    tables: ['issue_links', 'issue_watchers', 'issue_approvals'],
    creates: ['createLinkOfIssue', 'createWatcherOfIssue', 'createApprovalOfIssue'],
  },
  assets: { tables: ['assets'], creates: ['createAsset'] },
  asset_assignments: {
    tables: ['asset_assignments'],
    creates: ['createAssetAssignment', 'createAssignmentOfAsset'],
  },
  asset_circulations: { tables: ['asset_circulations'], creates: ['createAssetCirculation'] },
  configuration_items: { tables: ['configuration_items'], creates: ['createConfigurationItem'] },
  relationships: { tables: ['relationships'], creates: ['createRelationshipOfConfigurationItem'] },
  locations: { tables: ['locations'], creates: ['createLocation'] },
  persons: { tables: ['persons'], creates: ['createPerson'] },
  identities: { tables: ['identities'], creates: ['createIdentityOfPerson'] },
  contacts: { tables: ['contacts'], creates: ['createContactOfPerson', 'createContactOfIdentity'] },
  school_enrollments: {
    tables: ['school_enrollments'],
    creates: ['createSchoolEnrollment', 'createEnrollmentOfSchoolCalendar'],
  },
  school_employments: { tables: ['school_employments'], creates: ['createSchoolEmployment'] },
  employment_assignments: {
    tables: ['employment_assignments'],
    creates: ['createEmploymentAssignment', 'createAssignmentOfSchoolEmployment'],
  },
  schools: {
    tables: ['schools', 'school_years', 'school_calendars'],
    creates: ['createSchool', 'createSchoolYear', 'createSchoolCalendar', 'createCalendarOfSchool'],
  },
  configuration: {
    tables: [
      'issue_types',
      'issue_statuses',
      'issue_priorities',
      'issue_workflows',
      'issue_workflow_statuses',
      'issue_workflow_transitions',
      'issue_link_types',
      'issue_fields',
      'issue_screens',
      'issue_screen_fields',
      'asset_models',
      'location_types',
      'school_grade_levels',
      'employment_assignment_types',
    ],
    creates: [
      'createIssueType',
      'createIssueStatus',
      'createIssuePriority',
      'createIssueWorkflow',
      'cloneIssueWorkflow',
      'createIssueWorkflowStatus',
      'createIssueWorkflowTransition',
      'createIssueLinkType',
      'createIssueField',
      'createIssueScreen',
      'cloneIssueScreen',
      'createIssueScreenField',
      'createAssetModel',
      'createLocationType',
      'createSchoolGradeLevel',
      'createEmploymentAssignmentType',
    ],
  },
  // A member of several groups counts once. An invitation from before the quota was reached can still be accepted.
  members: {
    tables: ['user_tenants'],
    creates: ['createUser', 'createMembershipOfGroup', 'createInvitation'],
  },
  groups: { tables: ['groups'], creates: ['createGroup'] },
  service_accounts: {
    tables: ['service_accounts', 'api_keys'],
    creates: ['createServiceAccount', 'createKeyOfServiceAccount', 'createMyApiKey'],
  },
  // Checked in the transaction that creates a webhook endpoint.
  webhook_endpoints: { tables: ['webhook_endpoints'], creates: [] },
}

/** The quota that limits an operation, by `operationId`. */
export const quotaOfCreate: ReadonlyMap<string, RecordQuota> = new Map(
  recordQuotas.flatMap((quota) => countedRecords[quota].creates.map((operationId) => [operationId, quota])),
)
