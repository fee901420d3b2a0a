CREATE UNLOGGED TABLE "export_pieces" (
	"export_id" text NOT NULL,
	"attempt" text NOT NULL,
	"place" integer NOT NULL,
	"content" bytea NOT NULL,
	CONSTRAINT "export_pieces_export_id_attempt_place_pk" PRIMARY KEY("export_id","attempt","place")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "servers" (
	"server_id" text PRIMARY KEY NOT NULL,
	"folder" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "attempt" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "export_pieces" ADD CONSTRAINT "export_pieces_export_id_exports_export_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("export_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Pieces are written and read once each: packing them would cost more than the room that they take for a day.
ALTER TABLE "export_pieces" ALTER COLUMN "content" SET STORAGE EXTERNAL;
