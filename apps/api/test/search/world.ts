import { afterAll, beforeAll } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startService } from '../service.ts'
import { type Desk, openDesk } from '../work/desk.ts'

/** A text that no record has yet: one word of letters and digits. */
export const newWord = () => `w${newId().slice(-12).toLowerCase()}`

/** A project key that no project has yet. */
export const newProjectKey = () => `P${newId().slice(-10)}`

/** Functions that create records with the given words in their names and codes. */
export function makers({ client, newIssue }: Desk) {
  const model = (name = newWord()) => client.assetModels.create({ name, tracking_type: 'serialized' })
  const project = (name = newWord()) => client.projects.create({ name, key: newProjectKey() })
  return {
    client,
    model,
    project,
    asset: async (
      name: string,
      members: { serial_number?: string; asset_tag?: string; project_id?: string } = {},
    ) =>
      client.assets.create({
        name,
        serial_number: newWord(),
        model_id: (await model()).id,
        ...members,
      }),
    person: async (first_name: string, last_name: string, external_id?: string) =>
      client.persons.create({
        identity: { first_name, last_name },
        ...(external_id === undefined ? {} : { external_id }),
      }),
    location: async (name: string, code: string | null = null) =>
      client.locations.create({
        name,
        code,
        type_id: (await client.locationTypes.create({ name: newWord() })).id,
      }),
    item: (name: string, external_id: string | null = null) =>
      client.configurationItems.create({ name, external_id }),
    school: (name: string, code: string | null = null) => client.schools.create({ name, code }),
    group: (name: string) => client.groups.create({ name }),
    issue: (title: string, project_id?: string) => newIssue({ title, ...(project_id ? { project_id } : {}) }),
  }
}

/** Creates a record of each type whose name is the word. Returns the ids by type. */
export async function oneOfEach(desk: Desk, word: string): Promise<Readonly<Record<string, string>>> {
  const make = makers(desk)
  const user = await desk.member([])
  await desk.service.as(user.token, desk.tenantId).users.update({ user_id: user.id }, { display_name: word })
  const project = await make.project(word)
  return {
    asset: (await make.asset(word, { project_id: project.id })).id,
    person: (await make.person(word, newWord())).id,
    issue: (await make.issue(word, project.id)).id,
    configuration_item: (await make.item(word)).id,
    location: (await make.location(word)).id,
    project: project.id,
    asset_model: (await make.model(word)).id,
    school: (await make.school(word)).id,
    group: (await make.group(word)).id,
    user: user.id,
  }
}

/** Starts a service with a desk for the tests of the file. */
export function useSearchDesk(): () => Desk {
  let open: Desk | undefined
  beforeAll(async () => {
    open = await openDesk(await startService())
  })
  afterAll(() => open?.service.stop())
  return () => {
    if (!open) throw new Error('the desk opens before the tests of the file')
    return open
  }
}
