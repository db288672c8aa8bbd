# Prints the address that the gem imgproxy makes with the settings of deploy/delivery/imgproxy.rb. Argument: a source.
$LOAD_PATH.unshift(File.join(__dir__, "stand-ins"), File.join(__dir__, "../../fixtures/imgproxy-rb/lib"))
require "imgproxy"
require_relative "../../../deploy/delivery/imgproxy"

puts Imgproxy.url_for(ARGV[0], width: 300, height: 200, resizing_type: :fill, gravity: :sm, format: :webp)
