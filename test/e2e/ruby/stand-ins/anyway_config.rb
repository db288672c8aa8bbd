# What the gem imgproxy uses of the gem anyway_config, which no registry of the set-up has: attributes with defaults,
# which its classes override and call with super. Files and variables are left out.
module Anyway
  class Config
    def self.config_name(_name) = nil
    def self.coerce_types(**_types) = nil

    def self.attr_config(*names, **defaults)
      attributes = Module.new do
        [*names, *defaults.keys].each do |name|
          define_method(name) { instance_variable_get("@#{name}") || defaults[name] }
          define_method("#{name}=") { |value| instance_variable_set("@#{name}", value) }
        end
      end
      include attributes
    end
  end
end
