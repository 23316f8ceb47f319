import type { IssueUpdate } from '@commonhold/contract'
import { ignoreUnhandled } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import type { IssueConfiguration } from '../configuration/issue-configuration.rules.ts'
import { loadConfiguration } from '../configuration/issue-configuration-load.repository.ts'
import {
  readNamedOfIssue,
  typesNamed,
  withKeysOfIssue,
  withoutFormerNames,
} from '../configuration/issue-named.service.ts'
import type { ActorRights, Obstacles } from '../configuration/issue-transitions.rules.ts'
import { actorRightsOf } from '../issues/issue-actor.repository.ts'
import { lockIssue } from '../issues/issue-lock.service.ts'
import { obstaclesOf } from '../issues/issue-obstacles.repository.ts'
import type { RequestedChange } from './issue-change-plan.rules.ts'
import type { RequestedMove } from './issue-moves.rules.ts'

/** The parts of a change that are not members of the issue: a requested move, a comment. */
export interface Circumstances {
  readonly requestedMove?: RequestedMove
  readonly comment?: string | undefined
}

/** The facts from which a change of an issue is computed. */
export interface LoadedChange {
  readonly requested: RequestedChange
  readonly configuration: IssueConfiguration
  /** The records that block closing the issue; undefined if no move is requested. */
  readonly obstacles: Obstacles | undefined
  /** The rights of the user; undefined if neither a move nor another type is requested. */
  readonly rights: ActorRights | undefined
}

/** Locks an issue and reads the facts for its change in one round trip: the reads are queued behind the lock. */
export async function loadChange(
  context: WriteContext,
  id: string,
  body: IssueUpdate,
  { requestedMove, comment }: Circumstances,
): Promise<LoadedChange> {
  const { tx } = context
  const locking = ignoreUnhandled(lockIssue(context, id, body))
  const naming = ignoreUnhandled(readNamedOfIssue(tx, body))
  const types = typesNamed(body)
  const isMoved = requestedMove !== undefined || body.status !== undefined || body.status_id !== undefined
  const hasCustomFields = isMoved || types.length > 0 || body.custom_fields !== undefined
  const loading = ignoreUnhandled(loadConfiguration(tx, { issueId: id, types, isMoved, hasCustomFields }))
  const obstructing = isMoved ? ignoreUnhandled(obstaclesOf(tx, id)) : undefined
  const authorizing = isMoved || types.length > 0 ? ignoreUnhandled(actorRightsOf(tx, id)) : undefined
  const before = await locking
  const given = withKeysOfIssue(withoutFormerNames(body, before), await naming)
  return {
    requested: { before, given, requestedMove, comment },
    configuration: await loading,
    obstacles: await obstructing,
    rights: await authorizing,
  }
}
