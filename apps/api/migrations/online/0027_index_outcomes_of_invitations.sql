-- Lists of invitations of one status are read by this.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invitations_outcome" ON "invitations" USING btree ("tenant_id","outcome","id");
