import type { RateQuota } from '@commonhold/contract'

/** Rejects what exceeds the quotas of a tenant, and counts usage. It works in memory: no request sends a statement for it. */
export interface QuotaGate {
  /** Throws `quota_exceeded` when the tenant already has the maximum number of the records that the operation creates. */
  assertRoom(operationId: string, tenantId: string | null): void
  /** Throws `rate_limited` when the tenant has used up the rate. */
  assertRate(name: RateQuota, tenantId: string | null): void
  /** When a used-up rate is reset; undefined while some of it is left. */
  exhaustedUntil(name: RateQuota, tenantId: string): Date | undefined
  /** Adds to the usage of a rate by a tenant. */
  count(name: RateQuota, tenantId: string | null, amount: number): void
}
