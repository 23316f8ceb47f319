/** How much a district has of everything. */
export interface DistrictSize {
  readonly pupils: number
  readonly staff: number
  readonly devices: number
  readonly stocks: number
  readonly issues: number
}

const whole: DistrictSize = { pupils: 1_040, staff: 160, devices: 880, stocks: 20, issues: 4_000 }

/** The whole district, or a part of it: 0.01 has 10 pupils. */
export const sizeAt = (scale: number): DistrictSize => ({
  pupils: Math.ceil(whole.pupils * scale),
  staff: Math.ceil(whole.staff * scale),
  devices: Math.ceil(whole.devices * scale),
  stocks: Math.ceil(whole.stocks * Math.min(1, scale * 10)),
  issues: Math.ceil(whole.issues * scale),
})
