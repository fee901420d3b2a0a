ALTER TABLE "keywords" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Whoever writes a keyword makes it a new version, however that is done; what is written as it was stays the same one.
CREATE FUNCTION keyword_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keyword_version BEFORE UPDATE OF keyword, is_tracked, tag_ids, site_ids ON keywords FOR EACH ROW
	WHEN ((OLD.keyword, OLD.is_tracked, OLD.tag_ids, OLD.site_ids) IS DISTINCT FROM (NEW.keyword, NEW.is_tracked, NEW.tag_ids, NEW.site_ids))
	EXECUTE FUNCTION keyword_changed();
