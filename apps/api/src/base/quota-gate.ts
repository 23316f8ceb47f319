import type { RateQuota } from '@commonhold/contract'

/** Refuses what a tenant has used up, and counts what it uses, without a statement of its own. */
export interface QuotaGate {
  /** Throws `quota_exceeded` where the tenant has as many records of what the operation creates as it may have. */
  assertRoom(operationId: string, tenantId: string | null): void
  /** Throws `rate_limited` where the tenant has used up the rate. */
  assertRate(name: RateQuota, tenantId: string | null): void
  /** When a used up rate begins anew; undefined where there is some left. */
  heldUntil(name: RateQuota, tenantId: string): Date | undefined
  /** Counts what a tenant has used of a rate. */
  count(name: RateQuota, tenantId: string | null, amount: number): void
}
