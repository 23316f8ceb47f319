import type { Accounts } from './accounts.ts'
import type { Device, Surroundings } from './devices.ts'
import type { IssuePlan, Step } from './issue-plan.ts'
import { schoolPlans } from './places.ts'
import { at, type DemoService, eachOf, inOrder } from './service.ts'
import { after, DAY, dayOf, HOUR, midnight } from './times.ts'

export interface IssueSurroundings extends Surroundings {
  readonly devices: readonly Device[]
  readonly itemIds: readonly string[]
}

/** An issue that has been made, with its plan. */
interface MadeIssue {
  readonly id: string
  readonly plan: IssuePlan
}

/** Projects of the district; repairs lie in the shared project of repairs. */
const projects = {
  IT: 'Helpdesk',
  NET: 'Network and servers',
  FAC: 'Buildings and rooms',
} as const

type ReadPoolName = keyof typeof projects | 'REP'

function laneOf({ subtype }: IssuePlan): ReadPoolName {
  if (subtype === 'repair') return 'REP'
  if (subtype === 'change') return 'NET'
  return subtype === 'task' ? 'FAC' : 'IT'
}

/** Issues of a project that go their ways at once, while the next one is made. */
const AT_ONCE_IN_A_PROJECT = 6

/** Items by the number that a plan drew. */
const drawn = <T>(items: readonly T[], number: number): T => at(items, number % items.length)

/** Makes the planned issues, each in its project in the order in which it came in, so that it has the same key every time. */
export async function makeIssues(
  service: DemoService,
  plans: readonly IssuePlan[],
  surroundings: IssueSurroundings,
  report: (done: number) => void,
): Promise<number> {
  const projectIds = await makeProjects(service, surroundings)
  const made: MadeIssue[] = []
  const lanes = Map.groupBy(plans, laneOf)
  const repairable = surroundings.devices.filter(({ isActive }) => isActive)
  await Promise.all(
    [...lanes].map(async ([lane, planned]) => {
      const underWay = new Set<Promise<void>>()
      for (const [place, plan] of planned.entries()) {
        const id =
          lane === 'REP'
            ? await makeRepair(service, plan, surroundings, at(repairable, place % repairable.length))
            : await makeIssue(service, plan, surroundings, projectIds.get(lane) ?? '', made)
        made.push({ id, plan })
        if (made.length % 500 === 0) report(made.length)
        const steps = takeSteps(service, id, plan, surroundings.accounts).then(() => {
          underWay.delete(steps)
        })
        // A failure is thrown where it is awaited, which may be after it happened.
        steps.catch(() => {})
        underWay.add(steps)
        if (underWay.size >= AT_ONCE_IN_A_PROJECT) await Promise.race(underWay)
      }
      await Promise.all(underWay)
    }),
  )
  const inTime = made.toSorted((one, other) => plans.indexOf(one.plan) - plans.indexOf(other.plan))
  await linkIncidents(service, inTime, surroundings)
  return plans.length
}

async function makeProjects(service: DemoService, { accounts, anchor }: Surroundings) {
  const client = service.as(accounts.owner, after(midnight(anchor), -380 * DAY))
  const made = await inOrder(Object.entries(projects), async ([key, name]) => {
    const project = { key, name, lead_id: accounts.agent.id }
    return [key as ReadPoolName, (await client.projects.create(project)).id] as const
  })
  return new Map(made)
}

/** What the title is about: a device for what concerns one, a school or a class otherwise. */
const titled = ({ topic, subject }: IssuePlan, device: Device | undefined): string => {
  const school = drawn(schoolPlans, subject)
  const place = `${school.code}, room ${1 + (subject % 2)}${1 + (subject % 3)}0${1 + (subject % 6)}`
  return topic.title.replace('%', device ? `${device.tag} (${device.model})` : place)
}

async function makeIssue(
  service: DemoService,
  plan: IssuePlan,
  { accounts, staff, pupils, devices, itemIds }: IssueSurroundings,
  project_id: string,
  made: readonly MadeIssue[],
): Promise<string> {
  const { subtype, topic, details, approver, daysToDo, subject } = plan
  const isAboutDevice = subtype === 'incident' && ['laptop', 'tablet'].includes(topic.label)
  const device = isAboutDevice
    ? drawn(
        devices.filter(({ isActive }) => isActive),
        subject,
      )
    : undefined
  const person = drawn([...staff, ...pupils], plan.requester)
  const isAboutItem = subtype === 'change' || ['wifi', 'login', 'mail'].includes(topic.label)
  const incidents = made.filter((issue) => issue.plan.subtype === 'incident')
  const room = `${drawn(schoolPlans, subject).name}, ${drawn(['ground floor', 'first floor'], subject)}`
  const { id } = await service.as(accounts[plan.by], plan.at).issues.create({
    project_id,
    issue_type: subtype,
    title: titled(plan, device),
    description: topic.description.replace('%', room),
    priority: plan.priority,
    opened_at: plan.at.toISOString(),
    due_date: daysToDo === null ? null : dayOf(after(plan.at, daysToDo * DAY)),
    labels: [topic.label],
    asset_ids: device ? [device.id] : [],
    configuration_item_ids: isAboutItem ? [drawn(itemIds, subject)] : [],
    details: {
      ...details,
      ...(subtype === 'task' || subtype === 'change' ? {} : { requester_person_id: person.id }),
      ...(approver ? { approver_ids: [accounts[approver].id] } : {}),
      ...(subtype === 'post_incident_analysis' && incidents.length > 0
        ? { incident_ids: [drawn(incidents, subject).id] }
        : {}),
    },
  })
  return id
}

async function makeRepair(
  service: DemoService,
  plan: IssuePlan,
  { accounts }: IssueSurroundings,
  device: Device,
): Promise<string> {
  const { issue_id } = await service.as(accounts[plan.by], plan.at).assetRepairs.create({
    asset_id: device.id,
    title: titled(plan, device),
    description: plan.topic.description,
    priority: plan.priority,
    opened_at: plan.at.toISOString(),
    vendor: plan.subject % 3 === 0 ? 'Bergen Datareparasjon AS' : null,
    is_warranty: plan.subject % 2 === 0,
    cost: plan.subject % 2 === 0 ? null : 40 + (plan.subject % 160),
    currency: plan.subject % 2 === 0 ? null : 'EUR',
  })
  return issue_id
}

async function takeSteps(
  service: DemoService,
  issue_id: string,
  { steps }: IssuePlan,
  accounts: Accounts,
): Promise<void> {
  let isAssigned = false
  for (const step of steps) {
    const assignee_id: string | undefined =
      !isAssigned && step.kind === 'move' ? accounts[step.by].id : undefined
    try {
      await takeStep(service, issue_id, step, accounts, assignee_id)
    } catch (error) {
      throw new Error(`${JSON.stringify(step)}: ${String(error)}`, { cause: error })
    }
    isAssigned ||= assignee_id !== undefined
  }
}

/** Whoever moves an issue first gets it assigned. */
async function takeStep(
  service: DemoService,
  issue_id: string,
  step: Step,
  accounts: Accounts,
  assignee_id: string | undefined,
): Promise<void> {
  const { issues } = service.as(accounts[step.by], step.at)
  if (step.kind === 'comment') {
    const { body, visibility } = step
    await issues.comments.create({ issue_id }, { body, visibility })
  } else if (step.kind === 'vote') {
    await issues.approvals.create({ issue_id }, { decision: step.decision })
  } else {
    const fields = assignee_id === undefined ? step.fields : { ...step.fields, assignee_id }
    await issues.transition({ issue_id }, { to_status: step.to, fields })
  }
}

/** Links each fifteenth incident to a problem, after the last step of both. */
async function linkIncidents(
  service: DemoService,
  made: readonly MadeIssue[],
  { accounts, anchor }: IssueSurroundings,
): Promise<void> {
  const problems = made.filter(({ plan }) => plan.subtype === 'known_problem')
  const incidents = made.filter(({ plan }) => plan.subtype === 'incident')
  if (problems.length === 0) return
  const chosen = incidents.filter((_, place) => place % 15 === 0)
  await eachOf(chosen, async ({ id, plan }) => {
    const problem = drawn(problems, plan.subject)
    const last = Math.max(lastMoment(plan).getTime(), lastMoment(problem.plan).getTime()) + HOUR
    const moment = new Date(Math.min(last, midnight(anchor).getTime() - 60_000))
    await service
      .as(accounts.agent, moment)
      .issues.links.create({ issue_id: id }, { linked_issue_id: problem.id, link_type: 'relates_to' })
  })
}

const lastMoment = ({ at: opened, steps }: IssuePlan): Date => steps.at(-1)?.at ?? opened
