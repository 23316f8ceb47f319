import type { Samples } from '../sample.ts'
import { custodySamples } from './asset-custody.ts'
import { repairSamples } from './asset-repairs.ts'
import { assetSamples } from './assets.ts'
import { censusSamples } from './census.ts'
import { configurationSamples } from './cmdb.ts'
import { educationSamples } from './education.ts'
import { eventSamples } from './events.ts'
import { historySamples } from './histories.ts'
import { issueApprovalSamples } from './issue-approvals.ts'
import { issueConfigurationSamples } from './issue-configuration.ts'
import { issueConversationSamples } from './issue-conversation.ts'
import { issueWorkflowSamples } from './issue-workflows.ts'
import { jobSamples } from './jobs.ts'
import { locationSamples } from './locations.ts'
import { quotaSamples } from './quotas.ts'
import { searchSamples } from './search.ts'
import { serviceAccountSamples } from './service-accounts.ts'
import { summarySamples } from './summaries.ts'
import { systemSamples } from './system.ts'
import { webhookSamples } from './webhooks.ts'
import { workSamples } from './work.ts'

/** The samples of all groups of the contract. */
export const samples: Samples = {
  ...systemSamples,
  ...serviceAccountSamples,
  ...summarySamples,
  ...historySamples,
  ...assetSamples,
  ...configurationSamples,
  ...custodySamples,
  ...repairSamples,
  ...locationSamples,
  ...censusSamples,
  ...workSamples,
  ...issueApprovalSamples,
  ...issueConversationSamples,
  ...educationSamples,
  ...issueConfigurationSamples,
  ...issueWorkflowSamples,
  ...searchSamples,
  ...eventSamples,
  ...jobSamples,
  ...quotaSamples,
  ...webhookSamples,
}
