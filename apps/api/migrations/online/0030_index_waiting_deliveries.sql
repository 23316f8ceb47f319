-- What waits for an endpoint is found by this.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("tenant_id","endpoint_id") WHERE status = 'waiting';
