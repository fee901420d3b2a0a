CREATE TABLE "port_checks" (
	"port" text PRIMARY KEY NOT NULL,
	"adapter" text NOT NULL,
	"ok" boolean NOT NULL,
	"detail" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_pauses" (
	"account" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
