import type { SamplesOf } from '../sample.ts'

const all = async () => ({})

export const summarySamples: SamplesOf<'summaries'> = {
  summaries: {
    others: {
      assets: all,
      assetAssignments: all,
      assetCirculations: all,
      assetRepairs: all,
      issues: all,
      configurationItems: all,
      locations: all,
      persons: all,
      contacts: all,
      schoolEnrollments: all,
      schoolEmployments: all,
      employmentAssignments: all,
    },
  },
}
