ALTER TABLE "audit_entries" ADD COLUMN "credential_id" integer;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "credential_name" text;--> statement-breakpoint
CREATE INDEX "audit_credential" ON "audit_entries" USING btree ("credential_id","id") WHERE "audit_entries"."credential_id" is not null;