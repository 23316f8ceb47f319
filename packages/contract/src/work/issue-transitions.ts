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

/** Why a transition is not there for somebody. */
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
    key: configurationKey().meta({ description: 'Its key.', examples: ['in_progress'] }),
    name: name().meta({ description: 'Its name.' }),
    category: statusCategory,
  })
  .meta({ id: 'TransitionTarget', description: 'The status that a transition leads to.' })

const field = z
  .object({
    key: configurationKey().meta({ description: 'Key of the field.' }),
    name: name().meta({ description: 'Its name.' }),
    path: z.string().meta({ description: 'Path of its value in `fields`.', examples: ['details.impact'] }),
    type: issueFieldType,
    is_required: z.boolean().meta({ description: 'True when the transition needs a value.' }),
    is_read_only: z.boolean().meta({ description: 'True when it is shown, and cannot be written.' }),
    options: z.array(IssueFieldOption).meta({ description: 'The values that can be chosen.' }),
    value: anyValue().meta({ description: 'The value now; null = none.' }),
  })
  .meta({ id: 'TransitionField', description: 'A field of a transition.' })

const availableTransition = z
  .object({
    id: id().meta({ description: 'Id of the transition.' }),
    key: configurationKey().meta({ description: 'Its key.', examples: ['resolve'] }),
    name: name().meta({ description: 'Its name.' }),
    description: nullable(longText()).meta({ description: 'What it is for.' }),
    type: issueTransitionType,
    position: z.int().meta({ description: 'Place among the transitions.' }),
    to_status: target,
    has_screen: z.boolean().meta({ description: 'True when the transition has a screen.' }),
    screen_id: nullable(id()).meta({ description: 'Id of that screen.' }),
    requires_comment: z.boolean().meta({ description: 'True when a comment must come with it.' }),
    required_fields: z.array(z.string()).meta({ description: 'Keys of the fields that need a value.' }),
    fields: z.array(field).meta({ description: 'The fields that it requests, with their present values.' }),
    is_available: z.boolean().meta({ description: 'True when the caller can make it now.' }),
    unavailable_reasons: z
      .array(unavailableReason)
      .meta({ description: 'Why not; empty when it can be made.' }),
  })
  .meta({ id: 'IssueTransition', description: 'A move that the workflow has from here.' })

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
    resolution: name().optional().meta({ description: 'How it ended, for a move that closes the issue.' }),
    change_message: changeMessage.optional(),
  })
  .meta({
    id: 'IssueTransitionInput',
    description: 'The move to make, with its fields and a comment. The service does all of it or nothing.',
  })

export interface IssueTransition extends z.infer<typeof availableTransition> {}
export interface IssueTransitionInput extends z.infer<typeof transitionInput> {}
/** A move that the workflow has from here. */
export const IssueTransition: z.core.$ZodType<IssueTransition, IssueTransition> = availableTransition
/** Which move, and what comes with it. */
export const IssueTransitionInput: z.core.$ZodType<IssueTransitionInput, IssueTransitionInput> =
  transitionInput

/** What the columns of a transition answer. */
export const issueTransitionColumns = collection({
  filters: { key: byLowerKey() },
  sort: ['position', 'name', 'key'],
  defaultSort: 'position',
})
const transitionCollection = collection({
  filters: { key: byLowerKey() },
  sort: ['position', 'name', 'key'],
  defaultSort: 'position',
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
    description: 'Fields, comment and move happen together or not at all.',
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
