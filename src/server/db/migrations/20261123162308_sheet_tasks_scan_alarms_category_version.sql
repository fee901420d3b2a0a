CREATE TABLE "sheet_tasks" (
	"google_sheet_table_id" integer NOT NULL,
	"gid" text NOT NULL,
	CONSTRAINT "sheet_tasks_google_sheet_table_id_gid_pk" PRIMARY KEY("google_sheet_table_id","gid")
);
--> statement-breakpoint
CREATE TABLE "scan_alarms" (
	"function_id" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commission_categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sheet_tasks" ADD CONSTRAINT "sheet_tasks_google_sheet_table_id_google_sheets_google_sheet_table_id_fk" FOREIGN KEY ("google_sheet_table_id") REFERENCES "public"."google_sheets"("google_sheet_table_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "sheet_tasks" SELECT s."google_sheet_table_id", t."gid" FROM "google_sheets" s JOIN "board_tasks" t ON starts_with(t."key", 'sheet-' || s."google_sheet_table_id" || '-');
