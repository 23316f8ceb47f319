import { z } from 'zod'
import { userBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byLowerKey, byTime, byUpperKey, byUser, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, instant, longText, name, nullable, reference } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import { Group, groupIncludes } from '../system/groups.ts'
import type { UpsertOf } from '../upsert-operations.ts'

/** The key of a project, with which the keys of its issues begin: 2 to 12 capital letters and digits. */
export const PROJECT_KEY_PATTERN = /^[A-Z][A-Z0-9]{1,11}$/

const projectKey = () => z.string().regex(PROJECT_KEY_PATTERN)

const fields = {
  name: name().meta({ description: 'Name, unique in the tenant.', examples: ['Move to Leeds'] }),
  description: nullable(longText()).meta({ description: 'What the project is about, in Markdown.' }),
  lead_id: nullable(reference('the user who leads the project')),
  default_assignee_id: nullable(reference('the user to whom issues are assigned by default')),
}
const key = projectKey().meta({
  description:
    'The keys of its issues begin with it: `OPS-12`. Unique in the tenant and among shared projects; cannot be changed later. Default: made from the name.',
  examples: ['OPS'],
})

/** The records that a request can include in a project. */
export const projectIncludes = includes('Project', {
  lead: userBrief,
  default_assignee: userBrief,
})

const project = z
  .object({
    ...catalogueMembers,
    key,
    ...fields,
    lead_id: nullable(id()).meta({ description: 'Id of the user who leads the project.' }),
    default_assignee_id: nullable(id()).meta({
      description: 'Id of the user to whom issues are assigned by default.',
    }),
    issue_count: z
      .int()
      .min(0)
      .meta({ description: 'Number of issues of the selected tenant in the project.' }),
    archived_at: archivedAt,
    ...projectIncludes.members,
  })
  .meta({ id: 'Project', description: 'A project, which contains issues and assets.' })
const projectCreate = z
  .strictObject({ key, ...fields, ...ownedOnCreate })
  .partial({ key: true, description: true, lead_id: true, default_assignee_id: true })
  .meta({ id: 'ProjectCreate', description: 'A new project.' })
const projectUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'ProjectUpdate', description: 'Changes to a project. Its key is fixed.' })

export interface Project extends z.infer<typeof project> {}
export interface ProjectCreate extends z.infer<typeof projectCreate> {}
export interface ProjectUpdate extends z.infer<typeof projectUpdate> {}
/** A project, which contains issues and assets. */
export const Project: z.core.$ZodType<Project, Project> = project
/** A new project. */
export const ProjectCreate: z.core.$ZodType<ProjectCreate, ProjectCreate> = projectCreate
/** A merge patch (RFC 7396) of a project. */
export const ProjectUpdate: z.core.$ZodType<ProjectUpdate, ProjectUpdate> = projectUpdate

/** The issues of an archived project can be read, but not written. */
export const projectLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveProject',
      path: '/projects/{project_id}/archive',
      summary: 'Archive a project',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreProject',
      path: '/projects/{project_id}/restore',
      summary: 'Restore a project',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

const members = {
  name: byValue(name()),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}
const sort = ['name', 'key', 'created_at', 'updated_at'] as const

/** The list of projects, for operations other than `GET /projects`. */
export const projectCollection = collection({
  hasExternalIds: true,
  include: projectIncludes.include,
  filters: { key: byUpperKey(), ...members },
  sort,
  search: true,
  archivable: true,
})

const groupsOfProject = collection({
  include: groupIncludes.include,
  filters: { key: byLowerKey(), ...members },
  sort,
  search: true,
  archivable: true,
})

export const projects = {
  ...crud({
    tag: 'Projects',
    type: 'Project',
    types: 'Projects',
    one: 'a project',
    many: 'projects',
    paths: { collection: '/projects', item: '/projects/{project_id}' },
    permission: 'projects',
    record: Project,
    create: ProjectCreate,
    update: ProjectUpdate,
    collection: collection({
      hasExternalIds: true,
      include: projectIncludes.include,
      filters: {
        key: byUpperKey(),
        lead_id: byUser('the user who leads the project', { nullable: true }),
        ...members,
      },
      sort: ['key', 'name', 'created_at', 'updated_at'],
      search: true,
      archivable: true,
      catalogue: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    { tag: 'Projects', permission: 'projects:write', record: Project, errors: ['read_only_shared_record'] },
    projectLifecycle,
  ),
  groups: endpoint({
    operationId: 'listGroupsOfProject',
    method: 'get',
    path: '/projects/{project_id}/groups',
    tag: 'Projects',
    summary: 'List the groups of a project',
    description: 'Lists the groups of the selected tenant whose permissions are limited to the project.',
    permission: 'groups:read',
    query: groupsOfProject.query,
    collection: groupsOfProject,
    success: { status: 200, body: z.array(Group) },
  }),
}

/** Writes up to 500 projects in one request. */
export const projectsBulk: BulkOf<'projects'> = bulk(projects)

/** Creates a project by an external id, or updates it. */
export const projectsUpsert: UpsertOf<'projects'> = upsert(projects)

/** Lists the changes of a project. */
export const projectsHistory: HistoryOf<typeof projects.get> = history(projects.get)
