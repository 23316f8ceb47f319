import * as assets from './contract/assets.ts'
import * as census from './contract/census.ts'
import * as cmdb from './contract/cmdb.ts'
import * as education from './contract/education.ts'
import * as locations from './contract/locations.ts'
import * as system from './contract/system.ts'
import * as work from './contract/work.ts'

/** The interface: every operation under the name that the client uses, which follows from its path. */
export const contract = {
  ...system,
  ...work,
  ...assets,
  ...cmdb,
  ...locations,
  ...census,
  ...education,
}
