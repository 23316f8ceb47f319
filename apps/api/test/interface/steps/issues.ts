import { asRead, type Step } from '../step.ts'

const project = '/projects/{project_id}'
const issue = '/issues/{issue_id}'

/** Projects. */
export const projects: readonly Step[] = [
  ['GET', '/projects', 200],
  ['POST', '/projects', 201, { name: 'Office move of {me}', description: 'Autumn' }, 'project_id'],
  ['POST', '/projects', 201, { name: 'Draft of {me}' }, 'draft'],
  ['GET', project, 200],
  ['PATCH', project, 200, { description: 'Winter' }],
  ['GET', project, 200],
  ['PATCH', project, 200, asRead],
  ['GET', `${project}/groups`, 200],
  ['GET', `${project}/issues`, 200],
  ['POST', `${project}/issues`, 201, { title: 'Pack the books' }],
  ['POST', '/me/current-project', 200, { project_id: '{project_id}' }],
  ['GET', '/me/current-project', 200],
  ['POST', '/projects/{project_id:draft}/archive', 200],
  ['POST', '/projects/{project_id:draft}/restore', 200],
  ['DELETE', '/projects/{project_id:draft}', 204],
]

/** Issues of every subtype, and the parts of an issue. */
export const issues: readonly Step[] = [
  ['GET', '/issues', 200],
  ['POST', '/issues', 201, { title: 'Printer jams' }, 'issue_id'],
  ['POST', '/issues', 201, { issue_type: 'service_request', title: 'A new keyboard' }],
  ['POST', '/issues', 201, { issue_type: 'incident', title: 'Mail is down', priority: 'high' }, 'incident'],
  ['POST', '/issues', 201, { issue_type: 'known_problem', title: 'Disk fills up' }],
  ['POST', '/issues', 201, { issue_type: 'change', title: 'Renew the certificate' }],
  ['POST', '/issues', 201, { issue_type: 'post_incident_analysis', title: 'Why mail was down' }],
  ['POST', '/issues', 201, { issue_type: 'repair', title: 'Screen flickers', asset_id: '{asset_id}' }],
  [
    'POST',
    '/issues',
    201,
    { issue_type: 'incident', project_id: '{project_id}', title: 'No light', description: 'In room 4' },
    'spare_issue',
  ],
  ['GET', issue, 200],
  ['PATCH', issue, 200, { title: 'Printer on floor 2 jams' }],
  ['PATCH', issue, 200, { priority: 'high' }],
  ['GET', issue, 200],
  ['PATCH', issue, 200, asRead],
  ['PATCH', issue, 200, { status: 'in_progress' }],
  ['GET', `${issue}/transitions`, 200, undefined, { transition_id: '/0/id' }],
  ['POST', `${issue}/transition`, 200, { transition_id: '{transition_id}' }],
  ['POST', '/issues/{issue_id:incident}/transition', 200, { status: 'in_progress' }],
  ['GET', `${issue}/comments`, 200],
  ['POST', `${issue}/comments`, 201, { body: 'Tray 2 again' }],
  ['GET', `${issue}/attachments`, 200],
  ['POST', `${issue}/attachments`, 201, { name: 'Photo', url: 'https://example.org/photo.jpg' }],
  ['GET', '/issue-link-types', 200, undefined, { link_type_id: '/0/id' }],
  ['GET', `${issue}/links`, 200],
  ['POST', `${issue}/links`, 201, { linked_issue_id: '{incident}', link_type_id: '{link_type_id}' }],
  ['POST', `${issue}/links`, 201, { linked_issue_id: '{spare_issue}', link_type: 'relates_to' }],
  ['GET', `${issue}/history`, 200],
  ['GET', `${issue}/activity`, 200],
  ['GET', `${issue}/watchers`, 200],
  ['POST', `${issue}/watchers`, 201, { user_id: '{user_id}' }],
  ['DELETE', `${issue}/watchers/{user_id}`, 204],
  ['POST', `${issue}/archive`, 200],
  ['POST', `${issue}/restore`, 200],
  ['DELETE', '/issues/{issue_id:spare_issue}', 204],
]
