-- Lists name tags by their ids; the server caches the names until they change.
CREATE TRIGGER tags_reported AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tags
	FOR EACH STATEMENT EXECUTE FUNCTION report_write();
