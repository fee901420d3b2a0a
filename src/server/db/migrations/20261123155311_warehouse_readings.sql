CREATE TABLE "warehouse_readings" (
	"account" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"since" timestamp with time zone,
	"started_at" timestamp with time zone,
	"part" text,
	"cursor" jsonb,
	"rows" integer DEFAULT 0 NOT NULL,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"read_for" text DEFAULT '' NOT NULL,
	"read_at" timestamp with time zone,
	"failed_since" timestamp with time zone,
	"failure" text
);
