CREATE TABLE "built_in_sheets" (
	"sheet_id" text PRIMARY KEY NOT NULL,
	"rows" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_sheets" (
	"google_sheet_table_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "google_sheets_google_sheet_table_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"google_sheet_id" text NOT NULL,
	"site_id" integer NOT NULL,
	"asana_board_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sheet_syncs" (
	"sheet_sync_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sheet_syncs_sheet_sync_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"google_sheet_table_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault_count" integer DEFAULT 0 NOT NULL,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "google_sheets" ADD CONSTRAINT "google_sheets_site_id_sites_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("site_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_google_sheet_table_id_google_sheets_google_sheet_table_id_fk" FOREIGN KEY ("google_sheet_table_id") REFERENCES "public"."google_sheets"("google_sheet_table_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "google_sheets_link" ON "google_sheets" USING btree ("google_sheet_id","asana_board_id") WHERE "google_sheets"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sheet_syncs_link" ON "sheet_syncs" USING btree ("google_sheet_table_id","sheet_sync_id");