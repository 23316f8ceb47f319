import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byLowerKey } from '../kernel/filters.ts'
import { anyValue, id, keyOrId, longText, name, nullable, queryBoolean, reference } from '../kernel/schema.ts'
import { configurationKey } from './issue-configuration-members.ts'
import { IssueFieldOption, issueFieldType } from './issue-field-types.ts'
import { statusCategory } from './issue-status-categories.ts'
import { issueTransitionType } from './issue-transition-rules.ts'
import { changeMessage, Issue, IssueUpdate } from './issues.ts'

/** Why a transition is not available to the caller. */
const unavailableReason = z
  .enum([
    'permission_missing',
    'not_in_allowed_group',
    'not_an_allowed_actor',
    'not_approved',
    'condition_not_met',
    'open_blockers',
    'open_children',
    'record_archived',
    'status_not_active',
  ])
  .meta({ id: 'TransitionUnavailableReason', description: 'Why a transition cannot be made now.' })

const target = z
  .object({
    id: id().meta({ description: 'Id of the status.' }),
    key: configurationKey().meta({ description: 'Key of the status.', examples: ['in_progress'] }),
    name: name().meta({ description: 'Name of the status.' }),
    category: statusCategory,
  })
  .meta({ id: 'TransitionTarget', description: 'The status that a transition leads to.' })

const field = z
  .object({
    key: configurationKey().meta({ description: 'Key of the field.' }),
    name: name().meta({ description: 'Name of the field.' }),
    path: z.string().meta({ description: 'Path of the value in `fields`.', examples: ['details.impact'] }),
    type: issueFieldType,
    is_required: z.boolean().meta({ description: 'True when the transition needs a value.' }),
    is_read_only: z.boolean().meta({ description: 'True when the field is shown, but cannot be written.' }),
    options: z.array(IssueFieldOption).meta({ description: 'The values that can be chosen.' }),
    value: anyValue().meta({ description: 'The present value; null = none.' }),
  })
  .meta({ id: 'TransitionField', description: 'A field of a transition.' })

const availableTransition = z
  .object({
    id: id().meta({ description: 'Id of the transition.' }),
    key: configurationKey().meta({ description: 'Key of the transition.', examples: ['resolve'] }),
    name: name().meta({ description: 'Name of the transition.' }),
    description: nullable(longText()).meta({ description: 'What the transition is for.' }),
    type: issueTransitionType,
    position: z.int().meta({ description: 'Position among the transitions.' }),
    to_status: target,
    has_screen: z.boolean().meta({ description: 'True when the transition has a screen.' }),
    screen_id: nullable(id()).meta({ description: 'Id of that screen; null = none.' }),
    requires_comment: z.boolean().meta({ description: 'True when the transition needs a comment.' }),
    required_fields: z.array(z.string()).meta({ description: 'Keys of the fields that need a value.' }),
    fields: z
      .array(field)
      .meta({ description: 'The fields that the transition requests, with their present values.' }),
    is_available: z.boolean().meta({ description: 'True when the caller can make the transition now.' }),
    unavailable_reasons: z
      .array(unavailableReason)
      .meta({ description: 'Why the caller cannot make the transition now; empty if they can.' }),
  })
  .meta({ id: 'IssueTransition', description: 'A transition from the present status of the issue.' })

const transitionInput = z
  .strictObject({
    transition_id: reference('the transition')
      .meta({ description: 'Id of the transition to make. Send either this or `to_status`.' })
      .optional(),
    to_status: keyOrId('the status')
      .optional()
      .meta({
        description:
          'Key or id of the status to reach. Send either this or `transition_id`. `to_status_id`, `status` and `status_id` mean the same.',
        examples: ['resolved'],
      }),
    to_status_id: keyOrId('the status').optional(),
    status: keyOrId('the status').optional(),
    status_id: keyOrId('the status').optional(),
    fields: z.optional(IssueUpdate),
    comment: longText().optional().meta({ description: 'A public comment, in Markdown.' }),
    resolution: name()
      .optional()
      .meta({ description: 'How the issue ended, for a transition that closes it.' }),
    change_message: changeMessage.optional(),
  })
  .meta({
    id: 'IssueTransitionInput',
    description: 'The transition to make, with its fields and a comment. All of it is done, or nothing.',
  })

export interface IssueTransition extends z.infer<typeof availableTransition> {}
export interface IssueTransitionInput extends z.infer<typeof transitionInput> {}
/** A transition from the present status of the issue. */
export const IssueTransition: z.core.$ZodType<IssueTransition, IssueTransition> = availableTransition
/** The transition to make, with its fields and a comment. */
export const IssueTransitionInput: z.core.$ZodType<IssueTransitionInput, IssueTransitionInput> =
  transitionInput

const columns = {
  filters: { key: byLowerKey() },
  sort: ['position', 'name', 'key'],
  defaultSort: 'position',
} as const

/** The filters and orders of transitions that need only their columns. */
export const issueTransitionColumns = collection(columns)
const transitionCollection = collection({
  ...columns,
  parameters: {
    include_unavailable: queryBoolean().meta({
      description: 'Adds the transitions that the caller cannot make now, with the reasons.',
    }),
  },
})

export const issueTransitions = {
  list: endpoint({
    operationId: 'listTransitionsOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/transitions',
    tag: 'Issues',
    summary: 'List the transitions available to an issue',
    description:
      'By default, transitions that need no values come first, then those whose required values the issue already has, then the others; each group is sorted by `position`.',
    permission: 'issues:read',
    query: transitionCollection.query,
    collection: transitionCollection,
    success: { status: 200, body: z.array(IssueTransition) },
  }),
  perform: endpoint({
    operationId: 'transitionIssue',
    method: 'post',
    path: '/issues/{issue_id}/transition',
    tag: 'Issues',
    summary: 'Move an issue',
    description: 'The status, the fields and the comment are written together, or not at all.',
    permission: 'issues:write',
    body: IssueTransitionInput,
    changesRecord: true,
    success: { status: 200, body: Issue },
    errors: [
      'transition_not_available',
      'issue_blocked',
      'approval_required',
      'cycle_detected',
      'already_exists',
    ],
  }),
}
